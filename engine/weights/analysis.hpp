// Finds a recipe for every weight of a graph, from its inputs to its outputs, and with it what every tensor
// will be like.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/weights/moments.hpp"
#include "engine/weights/recipe.hpp"

#include <vector>

namespace bricks {

struct WeightAnalysis {
  std::vector<WeightRecipe> recipes;  // one a tensor; those of tensors that are no weights mean nothing
  std::vector<Moments> expected;      // one a tensor; those of weights mean nothing
};

// Graph inputs are taken as independent numbers of mean 0 and variance 1. Names do not count.
WeightAnalysis analyse_weights(const Graph& graph);

}  // namespace bricks
