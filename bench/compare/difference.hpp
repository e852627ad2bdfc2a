// Do two engines give the same?
#pragma once

#include "bench/infer/npy.hpp"
#include "engine/plan/plan.hpp"
#include "engine/weights/weights.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace bricks::bench {

// Outputs that are further apart are not the same.
inline constexpr double tolerance = 1e-4;

using Outputs = std::map<std::string, NpyArray>;

// What our own engine gives on the seeded inputs of the protocol (bench/backends/README.md). Throws Error.
Outputs own_outputs(const Graph& graph, Weights& weights, std::uint32_t seed, const PlanOptions& options,
                    int threads);

// Largest difference of two elements, as a share of the largest element of `expected` of the same tensor; of
// all outputs the worst. Infinite where one is NaN or infinite and the other is not. Throws Error where an
// output is missing or of another shape.
double largest_difference(const Outputs& found, const Outputs& expected);

}  // namespace bricks::bench
