// Where a model's values lie, as an engine plans its memory: in place where that can be, parts within their
// wholes; as one whose vectors are the suite's does (suite_lanes.hpp), so that a suite is the same for all.
#pragma once

#include "decompose/extract/value_uses.hpp"
#include "engine/plan/arena.hpp"

#include <cstdint>
#include <vector>

namespace bricks {

struct Activation {
  TensorId root;      // of its memory; a value that stays inside a unit has none
  ArenaBlock memory;  // placed
};

struct Activations {
  std::vector<Activation> values;
  std::uint64_t most_alive_bytes = 0;  // the largest set of values alive together
};

// Inputs of the model live throughout, outputs to the end.
Activations place_activations(const UnitGraph& model, const MemoryParts& parts, const ValueUses& uses);

}  // namespace bricks
