#include "bench/backends/onednn/builder.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::onednn {

dnnl::primitive_attr Tail::attributes() const {
  dnnl::post_ops operations;
  if (!residual.empty()) operations.append_sum(1.0f);
  for (const Eltwise& e : activation) operations.append_eltwise(1.0f, e.algorithm, e.alpha, e.beta);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(operations);
  return attributes;
}

const Node* Builder::only_consumer(const std::string& name) const {
  if (std::count(model_.outputs.begin(), model_.outputs.end(), name) > 0) return nullptr;
  const Node* found = nullptr;
  for (const Node& node : model_.nodes)
    for (const std::string& input : node.inputs)
      if (input == name) {
        if (found) return nullptr;
        found = &node;
      }
  return found;
}

// y = (x - mean) * scale / sqrt(variance + epsilon) + shift, as one factor and one summand a channel.
bool Builder::take_affine(const Node& next, Tail& tail) const {
  if (next.type != "BatchNormalization") return false;
  const auto &scale = floats(next, 1), &shift = floats(next, 2), &mean = floats(next, 3),
             &variance = floats(next, 4);
  const float epsilon = next.number("epsilon", 1e-5f);
  for (std::size_t c = 0; c < scale.size(); ++c) {
    const float factor = scale[c] / std::sqrt(variance.at(c) + epsilon);
    tail.scale.push_back(factor);
    tail.shift.push_back(shift.at(c) - mean.at(c) * factor);
  }
  return true;
}

// The sum is accumulated in the other summand's memory, so nobody may want that one later.
bool Builder::take_residual(const Node& next, const Dims& dims, Tail& tail) const {
  if ((next.type != "Add" && next.type != "Sum") || next.inputs.size() != 2) return false;
  const std::string& other = next.inputs[next.inputs[0] == tail.result ? 1 : 0];
  if (!network_.knows(other) || network_.dims(other) != dims || only_consumer(other) != &next) return false;
  tail.residual = other;
  return true;
}

bool Builder::take(const Node& next, const Dims& dims, Stage& stage, Tail& tail) const {
  if (stage < Stage::affine && take_affine(next, tail)) {
    stage = Stage::affine;
    return true;
  }
  if (stage < Stage::residual && take_residual(next, dims, tail)) {
    stage = Stage::residual;
    return true;
  }
  stage = Stage::activation;
  tail.activation = eltwise_of(next, model_);
  return !tail.activation.empty();
}

Tail Builder::tail(const Node& node, const Dims& dims, Stage stage) {
  Tail tail{node.outputs[0], {}, {}, {}, {}};
  while (stage != Stage::activation) {
    const Node* next = only_consumer(tail.result);
    if (!next || !take(*next, dims, stage, tail)) break;
    done_.insert(next);
    tail.result = next->outputs[0];
  }
  return tail;
}

}  // namespace bricks::onednn
