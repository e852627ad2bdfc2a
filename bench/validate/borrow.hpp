// Whose packed weights a brick runs on.
//
// Where a brick is checked against its model, the model's weights lie packed in memory already, and the brick
// takes those of its occurrence: VGG-16's 553 MB are there once. Where a brick is timed it never does, even
// when its model runs in the same session: a suite's results are to be the same whether somebody who has the
// model measures them or somebody who has not, and packed weights would tell which places, pages and
// neighbours they have in the model.
#pragma once

#include "engine/plan/plan.hpp"

#include <span>

namespace bricks {

// Whether the units of a brick pack the weights of its occurrence in a model into the same bytes as the units
// there do: the same kernels by the same algorithms for the same weights, with a bias where the model has
// one.
bool packs_alike(std::span<const PlannedUnit> brick, std::span<const PlannedUnit> model);

}  // namespace bricks
