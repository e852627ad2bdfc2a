// From a unit to its kernel.
#pragma once

#include "engine/plan/plan.hpp"

#include <span>

namespace bricks {

// The planned unit without its packed_offset. layouts: of every tensor. Errors name the layer.
PlannedUnit prepare_unit(const Graph& graph, const Unit& unit, std::span<const Layout> layouts,
                         const PlanOptions& options);

}  // namespace bricks
