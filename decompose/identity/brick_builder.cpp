#include "decompose/identity/brick_builder.hpp"

#include "decompose/identity/layer_words.hpp"

namespace bricks {

bool has_bias(const Graph& graph, const Layer& layer) {
  const int position = bias_position(*layer.op);
  const auto inputs = static_cast<int>(layer.inputs.size());
  return position >= 0 && position < inputs &&
         layer.inputs[static_cast<std::size_t>(position)] != no_tensor &&
         identity_inputs(graph, layer) <= static_cast<std::size_t>(position);
}

void add_bias(Graph& brick, std::size_t index, const TensorType& type) {
  Layer& layer = brick.layers[index];
  const auto position = static_cast<std::size_t>(bias_position(*layer.op));
  Tensor bias;
  static_cast<TensorType&>(bias) = type;
  bias.name = BrickBuilder::brick_weight_name(index, position);
  bias.weight = true;
  bias.consumers = {static_cast<LayerId>(index)};
  layer.inputs.resize(position + 1, no_tensor);
  layer.inputs[position] = static_cast<TensorId>(brick.tensors.size());
  brick.tensors.push_back(std::move(bias));
}

}  // namespace bricks
