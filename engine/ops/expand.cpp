#include "engine/ops/expand.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"

namespace bricks {

void Expand::visit(AttributeVisitor& visitor) {
  visitor.integers("shape", shape, positive, Presence::required);
}

std::vector<TensorType> Expand::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_values("shape", shape, shape.size(), positive);
  Shape result = ops::broadcast(inputs[0].shape, shape);
  if (result.size() > 8) throw Error("shape " + to_string(result) + ", expected rank 8 at most");
  return ops::one_output(inputs[0].type, std::move(result));
}

void Replicate::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, {0, 8}, Presence::required);
  visitor.integers("dims", dims, positive, Presence::required);
}

std::vector<TensorType> Replicate::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  Shape result = inputs[0].shape;
  ops::expect_value("axis", axis, {0, static_cast<std::int64_t>(result.size())});
  ops::expect_values("dims", dims, dims.size(), positive);
  result.insert(result.begin() + axis, dims.begin(), dims.end());
  if (result.size() > 8) throw Error("shape " + to_string(result) + ", expected rank 8 at most");
  return ops::one_output(inputs[0].type, std::move(result));
}

LayoutChoice Replicate::layouts(std::span<const InputType> inputs, std::span<const Layout>) const {
  const bool map = inputs[0].shape.size() == 2 && axis == 2 && dims.size() == 2;
  const bool blocked = map && inputs[0].type == ElementType::float32;
  return {{Layout::plain}, {blocked ? Layout::blocked : Layout::plain}};
}

}  // namespace bricks
