// Repeating a tensor along axes, written out. Any element type.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

// ONNX's Expand with shape as an attribute: the broadcast of the input with it.
class Expand : public Op {
 public:
  std::vector<std::int64_t> shape;

  std::string_view type() const override { return "Expand"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

// Inserts axes of sizes `dims` in front of axis `axis` and repeats the tensor along them, at any batch size.
// In ONNX: Unsqueeze, then Expand. From [N,C] to [N,C,H,W] the output is blocked, for the gates of
// squeeze-and-excitation, which are never written out where the Mul behind is merged: senet154's three units
// a block (Replicate, Mul, Sum with Relu) moved seven maps, the one unit moves three.
class Replicate : public Op {
 public:
  std::int64_t axis = 0;  // 0 to the input's rank
  std::vector<std::int64_t> dims;

  std::string_view type() const override { return "bricks.Replicate"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.factor = true}; }
};

}  // namespace bricks
