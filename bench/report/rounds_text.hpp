// For people: how the rounds of a report went.
#pragma once

#include "bench/measure/measurements.hpp"

#include <string>
#include <vector>

namespace bricks {

// How many were noisy, how many of their runs others disturbed, and in how many the cores shared no cache;
// "" where nothing of that.
std::string rounds_lines(const std::vector<RoundRecord>& rounds);

}  // namespace bricks
