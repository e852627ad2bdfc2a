// Normalisations by statistics of the tensor itself. Scale and shift are weights.
#pragma once

#include "engine/graph/op.hpp"

namespace bricks {

// y = (x - mean) / sqrt(variance + epsilon) * scale + B over all axes behind the channels; X [N,C,...],
// scale, B [C].
class InstanceNormalization : public Op {
 public:
  float epsilon = 1e-5f;

  std::string_view type() const override { return "InstanceNormalization"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
  bool works_in_place() const override { return true; }
  bool is_parameter(std::size_t index) const override { return index > 0; }
};

// The same over axes axis, axis + 1, ..., with Scale and optional B of their shape. One output: Mean and
// InvStdDev are not given.
class LayerNormalization : public Op {
 public:
  std::int64_t axis = -1;
  float epsilon = 1e-5f;

  std::string_view type() const override { return "LayerNormalization"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  Fusable fusable() const override { return {.activation = true}; }
  bool works_in_place() const override { return true; }
  bool is_parameter(std::size_t index) const override { return index > 0; }
};

}  // namespace bricks
