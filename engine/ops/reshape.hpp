// Operators that read the same elements under another shape. Any element type.
//
// Over a plain input they are views. A blocked one is written out plain.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

class ReshapeLike : public Op {
 public:
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  bool is_view(std::span<const InputType>, Layout layout) const override { return layout == Layout::plain; }
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

// ONNX with shape as an attribute and allowzero = 0: 0 copies the input's dimension, one -1 takes what is
// left. A model that is to run at any batch size has 0 or -1 in front.
class Reshape : public ReshapeLike {
 public:
  std::vector<std::int64_t> shape;

  std::string_view type() const override { return "Reshape"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
};

// To rank 2: the axes in front of `axis` become the first, the others the second.
class Flatten : public ReshapeLike {
 public:
  std::int64_t axis = 1;  // -rank to rank

  std::string_view type() const override { return "Flatten"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
};

// Drops axes of size 1: those given, or all.
class Squeeze : public ReshapeLike {
 public:
  std::vector<std::int64_t> axes;

  std::string_view type() const override { return "Squeeze"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
};

// Inserts axes of size 1; `axes` are positions in the output.
class Unsqueeze : public ReshapeLike {
 public:
  std::vector<std::int64_t> axes;

  std::string_view type() const override { return "Unsqueeze"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
};

}  // namespace bricks
