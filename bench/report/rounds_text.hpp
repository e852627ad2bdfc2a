// For people: how the rounds of a report went.
#pragma once

#include "bench/measure/measurements.hpp"

#include <string>
#include <vector>

namespace bricks {

// How many were noisy, and how many of their runs others disturbed; "" where neither.
std::string rounds_lines(const std::vector<RoundRecord>& rounds);

}  // namespace bricks
