// Y = alpha A' B' + beta C, with A' = A or its transpose: the fully connected layer.
//
// A [M,K]. Beyond ONNX, an A of higher rank is flattened from axis 1 on, as classifiers want it behind a
// feature map (transA = 0 only); the equivalent in ONNX is Flatten(axis = 1) in front. B [K,N], or [N,K] with
// transB; C, optional, broadcasts to [M,N]. A weight B is packed once; a computed one in every run.
#pragma once

#include "engine/graph/op.hpp"

namespace bricks {

class Gemm : public Op {
 public:
  float alpha = 1, beta = 1;
  std::int64_t transA = 0, transB = 0;  // 0 or 1

  std::string_view type() const override { return "Gemm"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  Fusable fusable() const override { return {.affine = true, .activation = true}; }
  std::int64_t macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const override;
  bool is_parameter(std::size_t) const override { return true; }

 private:
  // Rows and columns of A'.
  std::pair<std::int64_t, std::int64_t> a_sizes(std::span<const InputType> inputs) const;
};

// Matrix product of the last two axes with numpy's broadcasting of those in front; a one-dimensional operand
// is a row (left) or a column (right).
class MatMul : public Op {
 public:
  std::string_view type() const override { return "MatMul"; }
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  Fusable fusable() const override { return {.activation = true}; }
  std::int64_t macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const override;
  bool is_parameter(std::size_t) const override { return true; }
};

}  // namespace bricks
