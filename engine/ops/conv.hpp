// Two-dimensional convolution: X [N,C,H,W], W [M,C/group,kh,kw], optional B [M]; W and B are weights.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

class Conv : public Op {
 public:
  std::vector<std::int64_t> kernel_shape;
  std::vector<std::int64_t> strides = {1, 1};
  std::vector<std::int64_t> pads = {0, 0, 0, 0};  // top, left, bottom, right
  std::vector<std::int64_t> dilations = {1, 1};
  std::int64_t group = 1;

  std::string_view type() const override { return "Conv"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  // The output is blocked; the input as it comes, plain only without groups.
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.affine = true, .residual = true, .activation = true}; }
  std::int64_t macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const override;
  bool is_parameter(std::size_t index) const override { return index > 0; }
  // A depthwise convolution with a 1x1 behind it, and with another one in front of it.
  bool chains(std::span<const ChainLink> links) const override;
  std::unique_ptr<UnitKernel> prepare_chain(std::span<const ChainStage> stages) const override;
};

}  // namespace bricks
