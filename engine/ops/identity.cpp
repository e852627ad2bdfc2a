#include "engine/ops/identity.hpp"

#include "engine/ops/checks.hpp"

#include <limits>

namespace bricks {

std::vector<TensorType> Identity::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  return {inputs[0]};
}

LayoutChoice Identity::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

void Dropout::visit(AttributeVisitor& visitor) { visitor.number("ratio", ratio, Presence::optional); }

std::vector<TensorType> SequenceLast::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, std::numeric_limits<std::size_t>::max());
  ops::expect_inputs(inputs, inputs.size(), inputs.size());
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    ops::expect_type(inputs, i, inputs[0].type);
    ops::expect_shape(inputs, i, inputs[0].shape);
  }
  return {inputs[0]};
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
