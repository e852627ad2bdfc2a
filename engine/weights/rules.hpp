// What each family of operators does to signals, and what weights it wants for it.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/weights/recipe.hpp"
#include "engine/weights/signal.hpp"

#include <optional>
#include <vector>

namespace bricks {

// A layer takes a tensor as its input `index`.
struct Use {
  const Op& op;
  std::size_t index;
};

// One layer: types and signals of its inputs. A weight has a recipe instead of a signal; a rule proposes one,
// unless an earlier layer that shares the weight has done so.
struct RuleCall {
  const Op& op;
  std::vector<InputType> types;
  std::vector<const Signal*> signals;                 // nullptr for weights and inputs left out
  std::vector<std::optional<WeightRecipe>*> recipes;  // nullptr for all but weights
  std::vector<TensorType> outputs;
  std::vector<Use> uses;  // of output 0

  const Shape& shape(std::size_t i) const { return types[i].shape; }
  bool has(std::size_t i) const { return i < types.size() && types[i].present; }
  bool is_weight(std::size_t i) const { return has(i) && types[i].weight; }
  // The recipe of weight i, which is `proposal` unless it has one already.
  const WeightRecipe& weight(std::size_t i, const WeightRecipe& proposal) const;
  // Of data, or of a weight by its recipe (otherwise as proposed).
  Signal input(std::size_t i, const WeightRecipe& proposal = {}) const;
};

// The signal of every output (they have one distribution), or nothing where the operator is another family's.
using Rule = std::optional<Signal> (*)(const RuleCall&);
std::optional<Signal> convolution_rule(const RuleCall& call);
std::optional<Signal> matrix_rule(const RuleCall& call);
std::optional<Signal> normalization_rule(const RuleCall& call);
std::optional<Signal> pooling_rule(const RuleCall& call);
std::optional<Signal> unary_rule(const RuleCall& call);
std::optional<Signal> binary_rule(const RuleCall& call);
std::optional<Signal> reduction_rule(const RuleCall& call);
std::optional<Signal> movement_rule(const RuleCall& call);

// Weights of a sum of n products, y = w x + b.
struct SumOfProducts {
  double inputs;       // n, of one output
  double channels;     // those of the n that are of different channels
  double present = 1;  // mean share of the n that lie inside of the input (padding is 0)
  double present_square = 1;
};
// WeightRecipe for w, with centred rows where that is possible and does some good; variance is what y shall
// have.
WeightRecipe product_weights(const SumOfProducts& sum, const Moments& x, bool rows, double variance);
// What comes out.
Signal product_signal(const SumOfProducts& sum, const Moments& x, const WeightRecipe& w, double bias);

}  // namespace bricks
