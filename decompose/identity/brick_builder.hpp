// Builds a brick's graph with names that say nothing of where it comes from: data inputs input0, input1, ...;
// layers layer0, layer1, ...; the weight at input 2 of layer 3 is layer3.weight2.
#pragma once

#include "engine/graph/builder.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bricks {

class BrickBuilder {
 public:
  BrickBuilder() : builder_("brick") {}

  TensorId input(TensorType type) {
    return builder_.input("input" + std::to_string(inputs_++), std::move(type));
  }
  // The weight at input `position` of the layer that is added next.
  TensorId weight(TensorType type, std::size_t position) {
    return builder_.weight(brick_weight_name(layers_, position), std::move(type));
  }
  std::vector<TensorId> layer(OpPointer op, std::vector<TensorId> inputs) {
    return builder_.add("layer" + std::to_string(layers_++), std::move(op), std::move(inputs));
  }
  void output(TensorId id) { builder_.output(id); }
  Graph finish() { return builder_.finish(); }

  static std::string brick_weight_name(std::size_t layer, std::size_t position) {
    return "layer" + std::to_string(layer) + ".weight" + std::to_string(position);
  }

 private:
  GraphBuilder builder_;
  std::size_t inputs_ = 0, layers_ = 0;
};

// Gives layer `layer` of a brick the bias that it lacks.
void add_bias(Graph& brick, std::size_t layer, const TensorType& type);
// Whether the layer has its optional bias.
bool has_bias(const Graph& graph, const Layer& layer);

}  // namespace bricks
