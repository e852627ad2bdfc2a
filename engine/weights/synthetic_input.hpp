// Seeded values for a graph's inputs.
#pragma once

#include "engine/graph/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

// Row-major elements of graph input `id`, a function of the seed and the tensor's name: floats uniform with
// mean 0 and mean square 1, as synthetic_weights() expects them, but in [0.5, 1.5) where a layer takes the
// root, the logarithm or the reciprocal of them; integers that are legal indices where a layer gathers by
// them, else 0 and 1.
std::vector<std::byte> synthetic_input(const Graph& graph, TensorId id, std::uint64_t seed);

}  // namespace bricks
