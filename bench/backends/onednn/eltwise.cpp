#include "bench/backends/onednn/builder.hpp"

#include <limits>
#include <stdexcept>

namespace bricks::onednn {
namespace {

using dnnl::algorithm;

float bound(const Node& node, const Model& model, std::size_t index, float otherwise) {
  if (!node.has_input(index)) return otherwise;
  const auto found = model.constants.find(node.inputs[index]);
  if (found == model.constants.end() || found->second.floats.size() != 1)
    throw std::runtime_error(where(node) + " with a computed bound");
  return found->second.floats[0];
}

const std::map<std::string, algorithm>& plain_functions() {
  static const std::map<std::string, algorithm> table = {{"Relu", algorithm::eltwise_relu},
                                                         {"Sigmoid", algorithm::eltwise_logistic},
                                                         {"Tanh", algorithm::eltwise_tanh},
                                                         {"Abs", algorithm::eltwise_abs},
                                                         {"Sqrt", algorithm::eltwise_sqrt},
                                                         {"Exp", algorithm::eltwise_exp},
                                                         {"Log", algorithm::eltwise_log},
                                                         {"Softplus", algorithm::eltwise_soft_relu},
                                                         {"HardSwish", algorithm::eltwise_hardswish}};
  return table;
}

}  // namespace

std::vector<Eltwise> eltwise_of(const Node& node, const Model& model) {
  if (node.domain == "bricks") {  // functions of ours, by what their bodies say
    if (node.type == "Silu") return {{algorithm::eltwise_swish, 1}};
    if (node.type == "Gelu") return {{algorithm::eltwise_gelu_erf}};
    if (node.type == "Square") return {{algorithm::eltwise_square}};
    if (node.type == "Affine")
      return {{algorithm::eltwise_linear, node.number("alpha", 1), node.number("beta", 0)}};
    return {};
  }
  if (!node.domain.empty()) return {};
  const float largest = std::numeric_limits<float>::max();
  if (const auto found = plain_functions().find(node.type); found != plain_functions().end())
    return {{found->second}};
  if (node.type == "LeakyRelu") return {{algorithm::eltwise_relu, node.number("alpha", 0.01f)}};
  if (node.type == "Elu") return {{algorithm::eltwise_elu, node.number("alpha", 1)}};
  if (node.type == "Clip")
    return {{algorithm::eltwise_clip, bound(node, model, 1, -largest), bound(node, model, 2, largest)}};
  if (node.type == "HardSigmoid")
    return {{algorithm::eltwise_linear, node.number("alpha", 0.2f), node.number("beta", 0.5f)},
            {algorithm::eltwise_clip, 0, 1}};
  return {};
}

}  // namespace bricks::onednn
