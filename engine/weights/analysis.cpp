#include "engine/weights/analysis.hpp"

#include "engine/weights/rules.hpp"

namespace bricks {

const WeightRecipe& RuleCall::weight(std::size_t i, const WeightRecipe& proposal) const {
  std::optional<WeightRecipe>& recipe = *recipes[i];
  if (!recipe) recipe = proposal;
  return *recipe;
}

Signal RuleCall::input(std::size_t i, const WeightRecipe& proposal) const {
  if (!is_weight(i)) return *signals[i];
  const WeightRecipe& recipe = weight(i, proposal);
  return Signal(checked({recipe.centre, recipe.variance(), 0}));
}

namespace {

Signal signal_after(const RuleCall& call) {
  for (const Rule rule : {convolution_rule, matrix_rule, normalization_rule, pooling_rule, unary_rule,
                          binary_rule, reduction_rule, movement_rule})
    if (const std::optional<Signal> signal = rule(call)) return *signal;
  // All others pass on or pick elements of their first input.
  return call.input(0);
}

class Analysis {
 public:
  explicit Analysis(const Graph& graph)
      : graph_(graph), signals_(graph.tensors.size()), recipes_(graph.tensors.size()) {
    for (TensorId id : graph.inputs) signals_[at(id)] = Signal(Moments{0, 1, 0});
    for (const Layer& layer : graph.layers) visit(layer);
  }

  WeightAnalysis result() const {
    WeightAnalysis result;
    for (const std::optional<WeightRecipe>& recipe : recipes_)
      result.recipes.push_back(recipe.value_or(WeightRecipe{}));
    for (const Signal& signal : signals_) result.expected.push_back(signal.moments());
    return result;
  }

 private:
  static std::size_t at(TensorId id) { return static_cast<std::size_t>(id); }

  void visit(const Layer& layer) {
    RuleCall call{*layer.op, input_types(graph_, layer), {}, {}, output_types(graph_, layer), uses(layer)};
    for (TensorId id : layer.inputs) {
      const bool weight = id != no_tensor && graph_.tensor(id).weight;
      call.signals.push_back(id == no_tensor || weight ? nullptr : &signals_[at(id)]);
      call.recipes.push_back(weight ? &recipes_[at(id)] : nullptr);
    }
    const Signal signal = signal_after(call);
    for (TensorId id : layer.outputs) signals_[at(id)] = signal;
  }

  std::vector<Use> uses(const Layer& layer) const {
    std::vector<Use> uses;
    for (LayerId id : graph_.tensor(layer.outputs[0]).consumers) {
      const Layer& user = graph_.layer(id);
      for (std::size_t i = 0; i < user.inputs.size(); ++i)
        if (user.inputs[i] == layer.outputs[0]) uses.push_back({*user.op, i});
    }
    return uses;
  }

  const Graph& graph_;
  std::vector<Signal> signals_;
  std::vector<std::optional<WeightRecipe>> recipes_;
};

}  // namespace

WeightAnalysis analyse_weights(const Graph& graph) { return Analysis(graph).result(); }

}  // namespace bricks
