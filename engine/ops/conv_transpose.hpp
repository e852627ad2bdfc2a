// Two-dimensional transposed convolution: X [N,C,H,W], W [C,M/group,kh,kw], optional B [M]; W and B are
// weights. Output size: stride (in - 1) + output_padding + dilation (kernel - 1) + 1 - pads.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

class ConvTranspose : public Op {
 public:
  std::vector<std::int64_t> kernel_shape;
  std::vector<std::int64_t> strides = {1, 1};
  std::vector<std::int64_t> pads = {0, 0, 0, 0};  // top, left, bottom, right: cut from the output
  std::vector<std::int64_t> dilations = {1, 1};
  std::vector<std::int64_t> output_padding = {0,
                                              0};  // rows and columns added at the end, less than the stride
  std::int64_t group = 1;

  std::string_view type() const override { return "ConvTranspose"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.affine = true, .residual = true, .activation = true}; }
  std::int64_t macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const override;
  bool is_parameter(std::size_t index) const override { return index > 0; }

 private:
  std::int64_t output_size(std::size_t axis, std::int64_t input) const;
};

}  // namespace bricks
