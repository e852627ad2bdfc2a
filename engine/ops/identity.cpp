#include "engine/ops/identity.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/copy_kernel.hpp"
#include "engine/ops/range_kernel.hpp"
#include "kernels/cast/cast.hpp"

#include <limits>

namespace bricks {

std::vector<TensorType> Identity::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
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
  ops::expect_one_data(inputs);
  return {{to, inputs[0].shape}};
}

std::unique_ptr<UnitKernel> Cast::prepare(const PrepareRequest& request) const {
  const auto kernel_type = [](ElementType type) { return static_cast<kernels::CastType>(type); };
  const auto from = kernel_type(request.inputs[0].type), into = kernel_type(to);
  return ops::range_kernel(
      ops::element_work(element_count(request.outputs[0].shape),
                        [=](const Bindings& bindings, std::ptrdiff_t begin, std::ptrdiff_t end) {
                          kernels::cast(from, into, bindings.inputs[0], bindings.outputs[0], begin, end);
                        }));
}

}  // namespace bricks
