#include "decompose/extract/extract.hpp"

#include "decompose/identity/brick_builder.hpp"
#include "decompose/identity/layer_words.hpp"

#include <unordered_map>

namespace bricks {

Graph extract(const UnitGraph& model, const Wiring& wiring) {
  const Graph& graph = *model.graph;
  BrickBuilder builder;
  std::unordered_map<TensorId, TensorId> ids{{no_tensor, no_tensor}};
  for (TensorId id : wiring.inputs) ids[id] = builder.input(graph.tensor(id));
  for (LayerId layer_id : wiring.layers) {
    const Layer& layer = graph.layer(layer_id);
    std::vector<TensorId> inputs;
    for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
      const auto [found, is_new] = ids.try_emplace(layer.inputs[i], no_tensor);
      if (is_new) found->second = builder.weight(graph.tensor(layer.inputs[i]), i);
      inputs.push_back(found->second);
    }
    while (!inputs.empty() && inputs.back() == no_tensor) inputs.pop_back();
    const std::vector<TensorId> outputs = builder.layer(layer.op, inputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) ids[layer.outputs[i]] = outputs[i];
  }
  for (TensorId id : wiring.outputs) builder.output(ids.at(id));
  return builder.finish();
}

void merge_biases(Graph& brick, const UnitGraph& model, const Wiring& occurrence) {
  for (std::size_t i = 0; i < brick.layers.size(); ++i) {
    const Layer& layer = model.graph->layer(occurrence.layers[i]);
    if (!has_bias(*model.graph, layer) || has_bias(brick, brick.layers[i])) continue;
    const auto position = static_cast<std::size_t>(bias_position(*layer.op));
    add_bias(brick, i, model.graph->tensor(layer.inputs[position]));
  }
}

}  // namespace bricks
