// What --G auto compared, in both forms.
#pragma once

#include "bench/report/report.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// A line for each G, the chosen one marked, and one that says why it is chosen.
std::string granularities_text(const GranularityChoice& choice);

nlohmann::ordered_json granularities_json(const GranularityChoice& choice);

}  // namespace bricks
