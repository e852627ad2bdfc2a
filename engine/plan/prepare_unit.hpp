// From a unit to its kernel.
#pragma once

#include <span>

#include "engine/plan/plan.hpp"

namespace bricks {

// The planned unit without its packed_offset. layouts: of every tensor. Errors name the layer.
PlannedUnit prepare_unit(const Graph& graph, const Unit& unit, std::span<const Layout> layouts,
                         const PlanOptions& options);

}  // namespace bricks
