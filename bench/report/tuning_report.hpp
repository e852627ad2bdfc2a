// What a tuning table says to a reader.
#pragma once

#include "bench/report/report.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// "tuned: 23 convolutions measured in 0.9 s, 3 run otherwise than the cost model says".
std::string tuning_line(const TuningReport& tuning);

// `bricks.tuning` of documents: its source, how many convolutions, and the table (engine/tuning).
nlohmann::ordered_json tuning_json(const TuningReport& tuning);

}  // namespace bricks
