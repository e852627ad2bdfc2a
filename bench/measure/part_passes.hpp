// Passes of a long run, put together from parts that nobody disturbed.
#pragma once

#include "bench/measure/measurements.hpp"

#include <vector>

namespace bricks {

// The k-th pass consists of the k-th ones of all parts that were not interrupted and beside which the watch
// took no longer than limit_ns; when it was is said of the last pass that gave it one. All passes have as
// many parts, at least one.
std::vector<Sample> undisturbed_passes(const std::vector<Sample>& passes, double limit_ns);

// How many these are.
std::size_t count_undisturbed_passes(const std::vector<Sample>& passes, double limit_ns);

}  // namespace bricks
