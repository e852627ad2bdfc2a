#include "bench/backends/onednn/builder.hpp"

#include <stdexcept>

namespace bricks::onednn {

Builder::Builder(const Model& model, Network& network, bool winograd)
    : model_(model), network_(network), winograd_(winograd) {}

void Builder::build() {
  for (const auto& [name, dims] : model_.inputs) network_.add_input(name, dims);
  for (const Node& node : model_.nodes)
    if (!done_.count(&node)) add(node);
  if (winograd_ && winograd_found_ == 0)
    throw std::runtime_error("no convolution here has a Winograd algorithm in oneDNN");
}

void Builder::add(const Node& node) {
  using Rule = void (Builder::*)(const Node&);
  static const std::map<std::string, Rule> rules = {{"Conv", &Builder::convolution},
                                                    {"ConvTranspose", &Builder::deconvolution},
                                                    {"Gemm", &Builder::gemm},
                                                    {"MaxPool", &Builder::pooling},
                                                    {"AveragePool", &Builder::pooling},
                                                    {"GlobalAveragePool", &Builder::global_pooling},
                                                    {"GlobalMaxPool", &Builder::global_pooling},
                                                    {"BatchNormalization", &Builder::batch_normalization},
                                                    {"LRN", &Builder::lrn},
                                                    {"Softmax", &Builder::softmax},
                                                    {"LogSoftmax", &Builder::softmax},
                                                    {"Add", &Builder::binary},
                                                    {"Sub", &Builder::binary},
                                                    {"Mul", &Builder::binary},
                                                    {"Div", &Builder::binary},
                                                    {"Max", &Builder::binary},
                                                    {"Min", &Builder::binary},
                                                    {"Sum", &Builder::sum},
                                                    {"Concat", &Builder::concat},
                                                    {"Flatten", &Builder::reshape},
                                                    {"Reshape", &Builder::reshape}};
  if (node.domain.empty() && (node.type == "Dropout" || node.type == "Identity"))
    return network_.in(node.inputs[0], network_.layout(node.inputs[0])),
           network_.alias(node.outputs[0], node.inputs[0]);
  if (!eltwise_of(node, model_).empty()) return elementwise(node);
  const auto rule = rules.find(node.type);
  if (!node.domain.empty() || rule == rules.end())
    throw std::runtime_error(where(node) + " is not one that this backend has in oneDNN");
  try {
    (this->*rule->second)(node);
  } catch (const dnnl::error& error) {
    throw std::runtime_error(where(node) + ": oneDNN: " + error.what());
  }
}

const Constant& Builder::constant(const Node& node, std::size_t index) const {
  const auto found =
      node.has_input(index) ? model_.constants.find(node.inputs[index]) : model_.constants.end();
  if (found == model_.constants.end())
    throw std::runtime_error(where(node) + ": input " + std::to_string(index) +
                             " is computed, expected a weight");
  return found->second;
}

const std::vector<float>& Builder::floats(const Node& node, std::size_t index) const {
  return constant(node, index).floats;
}

void Builder::run_with_tail(const dnnl::primitive& primitive, std::unordered_map<int, memory> arguments,
                            const memory::desc& result, const Tail& tail) {
  if (tail.residual.empty()) {
    arguments[DNNL_ARG_DST] = network_.out(tail.result, result);
  } else {
    arguments[DNNL_ARG_DST] = network_.in_place(tail.residual, result);
    network_.set(tail.result, arguments[DNNL_ARG_DST]);
  }
  network_.step(primitive, std::move(arguments));
}

}  // namespace bricks::onednn
