// Where a plan's tensors lie.
#pragma once

#include "engine/optimise/memory_parts.hpp"
#include "engine/plan/plan.hpp"

#include <cstddef>
#include <span>

namespace bricks {

// Whether a part can lie in its whole where channel blocks have so many lanes: one that is written has to
// fill whole blocks or all that is left, as nobody may write another one's lanes. layouts: of every tensor.
bool fits(const Graph& graph, std::span<const Layout> layouts, const MemoryPart& part, std::size_t lanes);

// Fills in places, arena_bytes and live_bytes of a plan whose units are prepared, and takes the kernels away
// from units whose parts have all found their places. layouts: of every tensor.
void plan_memory(Plan& plan, std::span<const Layout> layouts);

}  // namespace bricks
