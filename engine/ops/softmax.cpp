#include "engine/ops/softmax.hpp"

#include "engine/ops/checks.hpp"

namespace bricks {

void Softmax::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
}

std::vector<TensorType> Softmax::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_float(inputs);
  ops::expect_axis("axis", axis, inputs[0].shape.size());
  return {inputs[0]};
}

}  // namespace bricks
