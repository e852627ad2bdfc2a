#include "engine/ops/instance_normalization.hpp"

#include "engine/ops/checks.hpp"

namespace bricks {

void InstanceNormalization::visit(AttributeVisitor& visitor) {
  visitor.number("epsilon", epsilon, Presence::optional);
}

std::vector<TensorType> InstanceNormalization::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 3, 3);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 3, 8);
  ops::expect_not_negative("epsilon", epsilon);
  for (std::size_t i = 1; i < 3; ++i) ops::expect_parameter(inputs, i, {inputs[0].shape[1]});
  return {inputs[0]};
}

LayoutChoice InstanceNormalization::layouts(std::span<const InputType> inputs,
                                            std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

void LayerNormalization::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
  visitor.number("epsilon", epsilon, Presence::optional);
}

std::vector<TensorType> LayerNormalization::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 3);
  ops::expect_float(inputs);
  ops::expect_not_negative("epsilon", epsilon);
  const Shape& x = inputs[0].shape;
  const auto first = static_cast<std::ptrdiff_t>(ops::expect_axis("axis", axis, x.size()));
  const Shape normalised(x.begin() + first, x.end());
  ops::expect_parameter(inputs, 1, normalised);
  if (ops::present(inputs, 2)) ops::expect_parameter(inputs, 2, normalised);
  return {inputs[0]};
}

}  // namespace bricks
