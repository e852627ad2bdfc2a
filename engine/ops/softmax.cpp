#include "engine/ops/softmax.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/softmax/softmax.hpp"

namespace bricks {
namespace {

template <class Function>
std::unique_ptr<UnitKernel> softmax_kernel(const Softmax& op, const PrepareRequest& request, Function run) {
  const Shape& x = request.inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", op.axis, x.size());
  const kernels::SoftmaxShape shape{ops::dimension_product(x, 0, along), x[along],
                                    ops::dimension_product(x, along + 1, x.size())};
  ops::RangeWork work;
  work.items = shape.outer * shape.inner;
  work.run = [=](const Bindings& bindings, Range range, std::byte*) {
    run(shape, ops::input(bindings, 0), ops::output(bindings), range.begin, range.end);
  };
  work.in_place = op.works_in_place();
  return ops::range_kernel(std::move(work));
}

}  // namespace

void Softmax::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
}

std::vector<TensorType> Softmax::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  ops::expect_axis("axis", axis, inputs[0].shape.size());
  return {inputs[0]};
}

std::unique_ptr<UnitKernel> Softmax::prepare(const PrepareRequest& request) const {
  return softmax_kernel(*this, request, kernels::softmax_kernels(request.isa).softmax);
}

std::unique_ptr<UnitKernel> LogSoftmax::prepare(const PrepareRequest& request) const {
  return softmax_kernel(*this, request, kernels::softmax_kernels(request.isa).log_softmax);
}

}  // namespace bricks
