// Operators that pass a tensor on.
#pragma once

#include "engine/graph/op.hpp"

namespace bricks {

// A view of its input, in any layout and of any type.
class Identity : public Op {
 public:
  std::string_view type() const override { return "Identity"; }
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  bool is_view(std::span<const InputType>, Layout) const override { return true; }
};

// At inference: the identity.
class Dropout : public Identity {
 public:
  float ratio = 0.5f;

  std::string_view type() const override { return "Dropout"; }
  void visit(AttributeVisitor& visitor) override;
};

// The last element of a sequence that is given element by element, copied: Wolfram's SequenceLast, over the
// states of an unrolled loop. In ONNX: Identity of the last input.
class SequenceLast : public Op {
 public:
  std::string_view type() const override { return "bricks.SequenceLast"; }
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

// Its weight: a tensor that no input decides. Copied where several layers read it, or a view of it.
class Constant : public Op {
 public:
  std::string_view type() const override { return "Constant"; }
  bool is_stored() const override { return true; }
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

// The same numbers in another element type, as C converts them; not 0 is true.
class Cast : public Op {
 public:
  ElementType to = ElementType::float32;

  std::string_view type() const override { return "Cast"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

}  // namespace bricks
