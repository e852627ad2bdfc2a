// Where a plan's tensors lie.
#pragma once

#include "engine/plan/plan.hpp"

#include <span>

namespace bricks {

// Fills in places, arena_bytes and live_bytes of a plan whose units are prepared, and takes the kernels away
// from units whose parts have all found their places. layouts: of every tensor.
void plan_memory(Plan& plan, std::span<const Layout> layouts);

}  // namespace bricks
