#include "engine/ops/identity.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/copy_kernel.hpp"

#include <limits>

namespace bricks {

std::vector<TensorType> Identity::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  return {inputs[0]};
}

LayoutChoice Identity::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

std::unique_ptr<UnitKernel> Identity::prepare(const PrepareRequest& request) const {
  return ops::copy_kernel(request);
}

void Dropout::visit(AttributeVisitor& visitor) { visitor.number("ratio", ratio, Presence::optional); }

std::vector<TensorType> SequenceLast::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, std::numeric_limits<std::size_t>::max());
  ops::expect_inputs(inputs, inputs.size(), inputs.size());
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    ops::expect_type(inputs, i, inputs[0].type);
    ops::expect_shape(inputs, i, inputs[0].shape);
  }
  if (inputs.back().weight) throw Error("the last input is a weight, expected a computed tensor");
  return {inputs[0]};
}

std::unique_ptr<UnitKernel> SequenceLast::prepare(const PrepareRequest& request) const {
  return ops::copy_kernel(request, request.inputs.size() - 1);
}

std::vector<TensorType> Constant::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_weight(inputs, 0);
  return {inputs[0]};
}

std::unique_ptr<UnitKernel> Constant::prepare(const PrepareRequest& request) const {
  return ops::constant_kernel(request);
}

void Cast::visit(AttributeVisitor& visitor) {
  visit_enum(visitor, "to", to, {"float32", "int32", "int64", "bool"}, Presence::required);
}

std::vector<TensorType> Cast::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  return {{to, inputs[0].shape}};
}

}  // namespace bricks
