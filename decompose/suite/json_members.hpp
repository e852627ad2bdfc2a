// Checked members of the suite's JSON objects, in the manner of engine/formats/json.hpp.
#pragma once

#include "decompose/suite/suite.hpp"
#include "engine/formats/json.hpp"

#include <cstdint>
#include <string>

namespace bricks {

inline constexpr std::int64_t most_of_anything = std::int64_t{1} << 53;  // what every JSON reader keeps exact

// schema_version, execution, G, overlap: how a suite's two documents begin.
std::string options_text(const SuiteOptions& options);
SuiteOptions read_options(const Json& document);

// The texts of array elements, one a line.
std::string lines_of(const std::vector<std::string>& elements);

}  // namespace bricks
