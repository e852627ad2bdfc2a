// Normalisations at inference. Scale, shift and statistics are weights.
#pragma once

#include "engine/graph/op.hpp"

namespace bricks {

// y = (x - mean) / sqrt(var + epsilon) * scale + B, for each channel; X [N,C,...]; scale, B, mean, var [C].
class BatchNormalization : public Op {
 public:
  float epsilon = 1e-5f;
  float momentum = 0.9f;  // of training: no effect here, but part of the layer

  std::string_view type() const override { return "BatchNormalization"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
  bool works_in_place() const override { return true; }
  bool merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const override;
  bool is_parameter(std::size_t index) const override { return index == 1 || index == 2; }
};

}  // namespace bricks
