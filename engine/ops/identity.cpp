#include "engine/ops/identity.hpp"

#include "engine/ops/checks.hpp"

namespace bricks {

std::vector<TensorType> Identity::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  return {inputs[0]};
}

LayoutChoice Identity::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

void Dropout::visit(AttributeVisitor& visitor) { visitor.number("ratio", ratio, Presence::optional); }

void SequenceLast::visit(AttributeVisitor& visitor) {
  visitor.integer("length", length, positive, Presence::required);
}

std::vector<TensorType> Constant::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_weight(inputs, 0);
  return {inputs[0]};
}

void Cast::visit(AttributeVisitor& visitor) {
  visit_enum(visitor, "to", to, {"float32", "int32", "int64", "bool"}, Presence::required);
}

std::vector<TensorType> Cast::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  return {{to, inputs[0].shape}};
}

}  // namespace bricks
