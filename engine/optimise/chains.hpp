// Fusion groups that run better as one unit (Op::chains), joined.
#pragma once

#include "engine/optimise/units.hpp"

#include <vector>

namespace bricks {

struct FusionGroup {
  Unit unit;
  TensorId tail = no_tensor;  // the value that the group computes; views of it may follow in unit.layers
  bool adds_residual = false;
};

// The layer that alone uses a value which nobody outside wants, or no_layer; only such a value can stay
// inside a unit.
LayerId only_consumer(const Graph& graph, TensorId id);

// Joins each chain into its first group and leaves the others without layers. group_of: of every layer.
void join_chains(const Graph& graph, const std::vector<std::size_t>& group_of,
                 std::vector<FusionGroup>& groups);

}  // namespace bricks
