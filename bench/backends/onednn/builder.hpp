// From an ONNX model to primitives: which operators oneDNN has, and what it merges into the one before.
#pragma once

#include "bench/backends/onednn/network.hpp"

#include <optional>

namespace bricks::onednn {

// An elementwise function; some are two of oneDNN's.
struct Eltwise {
  dnnl::algorithm algorithm;
  float alpha = 0, beta = 0;
};
std::vector<Eltwise> eltwise_of(const Node& node, const Model& model);

// What runs within a primitive, behind its own arithmetic.
struct Tail {
  std::string result;               // the last tensor's name
  std::vector<float> scale, shift;  // per channel, of a BatchNormalization; to be folded into the weights
  std::string residual;             // a tensor that is added: the primitive accumulates into its memory
  std::vector<Eltwise> activation;
  dnnl::primitive_attr attributes() const;
};

class Builder {
 public:
  // winograd: convolutions that have a Winograd algorithm in oneDNN use it; Error when none has.
  Builder(const Model& model, Network& network, bool winograd);
  void build();

 private:
  // How far a tail has come: each part at most once, in this order.
  enum class Stage { product, affine, residual, activation };

  void add(const Node& node);
  void convolution(const Node& node);
  void deconvolution(const Node& node);
  void gemm(const Node& node);
  void pooling(const Node& node);
  void global_pooling(const Node& node);
  void batch_normalization(const Node& node);
  void lrn(const Node& node);
  void softmax(const Node& node);
  void elementwise(const Node& node);
  void binary(const Node& node);
  void sum(const Node& node);
  void concat(const Node& node);
  void reshape(const Node& node);

  // Takes the nodes behind `node` that its primitive can do, those that come behind `stage`; their results
  // have the shape `dims`.
  Tail tail(const Node& node, const Dims& dims, Stage stage);
  bool take(const Node& next, const Dims& dims, Stage& stage, Tail& tail) const;
  bool take_affine(const Node& next, Tail& tail) const;
  bool take_residual(const Node& next, const Dims& dims, Tail& tail) const;
  const Node* only_consumer(const std::string& name) const;
  const Constant& constant(const Node& node, std::size_t index) const;
  const std::vector<float>& floats(const Node& node, std::size_t index) const;
  memory operand(const std::string& name, const memory::desc& like);
  void pool(const Node& node, dnnl::algorithm algorithm, const Dims& kernel, const Dims& strides,
            const Dims& dilations, const Dims& pads, const Dims& out);
  void run_with_tail(const dnnl::primitive& primitive, std::unordered_map<int, memory> arguments,
                     const memory::desc& result, const Tail& tail);

  const Model& model_;
  Network& network_;
  bool winograd_;
  int winograd_found_ = 0;
  std::set<const Node*> done_;
};

}  // namespace bricks::onednn
