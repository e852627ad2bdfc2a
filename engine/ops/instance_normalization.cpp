#include "engine/ops/instance_normalization.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/instancenorm/instancenorm.hpp"

#include <algorithm>

namespace bricks {
namespace {

// Two vectors of `count`, the second `stride` floats behind the first and possibly left out.
void pack_scale_and_shift(ops::RangeWork& work, std::ptrdiff_t count, std::ptrdiff_t stride) {
  work.packed_bytes = static_cast<std::size_t>(2 * stride) * sizeof(float);
  work.pack = [=](std::span<const void* const> weights, std::byte* packed) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i])
        std::copy_n(static_cast<const float*>(weights[i]), count,
                    reinterpret_cast<float*>(packed) + static_cast<std::ptrdiff_t>(i) * stride);
  };
}

}  // namespace

void InstanceNormalization::visit(AttributeVisitor& visitor) {
  visitor.number("epsilon", epsilon, Presence::optional);
}

std::vector<TensorType> InstanceNormalization::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 3, 3);
  ops::expect_data(inputs, 0);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 3, 8);
  ops::expect_not_negative("epsilon", epsilon);
  for (std::size_t i = 1; i < 3; ++i) ops::expect_parameter(inputs, i, {inputs[0].shape[1]});
  return {inputs[0]};
}

std::unique_ptr<UnitKernel> InstanceNormalization::prepare(const PrepareRequest& request) const {
  const ops::Channels c = ops::channels_of(request.outputs[0].shape, request.isa);
  const bool blocked = request.layouts[0] == Layout::blocked;
  const kernels::InstanceNormKernels& table = kernels::instancenorm_kernels(request.isa);
  const kernels::InstanceNormKernels::Function kernel = blocked ? table.blocked : table.plain;
  const kernels::InstanceNormShape shape{c.batch, c.channels, c.spatial, epsilon};
  const std::ptrdiff_t floats = ops::aligned_floats(c.blocks * c.lanes);  // of scale, and of B behind it
  ops::RangeWork work;
  work.items = c.batch * (blocked ? c.blocks : c.channels);
  work.run = [=, f = request.epilogue.activation](const Bindings& bindings, Range range, std::byte*) {
    kernel(shape, ops::input(bindings, 0), ops::packed_floats(bindings), ops::packed_floats(bindings, floats),
           ops::output(bindings), f, range.begin, range.end);
  };
  work.in_place = works_in_place();
  pack_scale_and_shift(work, c.channels, floats);
  return ops::range_kernel(std::move(work));
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
  ops::expect_data(inputs, 0);
  ops::expect_float(inputs);
  ops::expect_not_negative("epsilon", epsilon);
  const Shape& x = inputs[0].shape;
  const auto first = static_cast<std::ptrdiff_t>(ops::expect_axis("axis", axis, x.size()));
  const Shape normalised(x.begin() + first, x.end());
  ops::expect_parameter(inputs, 1, normalised);
  if (ops::present(inputs, 2)) ops::expect_parameter(inputs, 2, normalised);
  return {inputs[0]};
}

std::unique_ptr<UnitKernel> LayerNormalization::prepare(const PrepareRequest& request) const {
  const Shape& x = request.inputs[0].shape;
  const std::size_t first = ops::expect_axis("axis", axis, x.size());
  const kernels::LayerNormShape shape{ops::dimension_product(x, 0, first),
                                      ops::dimension_product(x, first, x.size()), epsilon};
  const std::ptrdiff_t floats = ops::aligned_floats(shape.length);
  const bool shifts = ops::present(request.inputs, 2);
  ops::RangeWork work;
  work.items = shape.rows;
  work.run = [=, run = kernels::instancenorm_kernels(request.isa).layer, f = request.epilogue.activation](
                 const Bindings& bindings, Range range, std::byte*) {
    const float* shift = shifts ? ops::packed_floats(bindings, floats) : nullptr;
    run(shape, ops::input(bindings, 0), ops::packed_floats(bindings), shift, ops::output(bindings), f,
        range.begin, range.end);
  };
  work.in_place = works_in_place();
  pack_scale_and_shift(work, shape.length, floats);
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
