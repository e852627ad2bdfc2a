#include "engine/ops/expand.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/copy_kernel.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/expand/expand.hpp"
#include "kernels/layout/layout.hpp"

namespace bricks {

void Expand::visit(AttributeVisitor& visitor) {
  visitor.integers("shape", shape, positive, Presence::required);
}

std::vector<TensorType> Expand::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_values("shape", shape, shape.size(), positive);
  return ops::one_output(inputs[0].type, ops::broadcast(inputs[0].shape, shape));
}

void Replicate::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, {0, 8}, Presence::required);
  visitor.integers("dims", dims, positive, Presence::required);
}

std::vector<TensorType> Replicate::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  Shape result = inputs[0].shape;
  ops::expect_value("axis", axis, {0, static_cast<std::int64_t>(result.size())});
  ops::expect_values("dims", dims, dims.size(), positive);
  result.insert(result.begin() + axis, dims.begin(), dims.end());
  return ops::one_output(inputs[0].type, std::move(result));
}

LayoutChoice Replicate::layouts(std::span<const InputType> inputs, std::span<const Layout>) const {
  const bool map = inputs[0].shape.size() == 2 && axis == 2 && dims.size() == 2;
  const bool blocked = map && inputs[0].type == ElementType::float32;
  return {{Layout::plain}, {blocked ? Layout::blocked : Layout::plain}};
}

std::unique_ptr<UnitKernel> Expand::prepare(const PrepareRequest& request) const {
  const TensorType& x = request.inputs[0];
  return ops::strided_copy_kernel(kernels::expand_view(x.shape, request.outputs[0].shape,
                                                       static_cast<std::ptrdiff_t>(element_bytes(x.type))));
}

// To a blocked map: each worker blocks the vector [N,C] for itself, then repeats its blocks over its share of
// pixels.
std::unique_ptr<UnitKernel> Replicate::prepare(const PrepareRequest& request) const {
  const TensorType& x = request.inputs[0];
  const Shape& y = request.outputs[0].shape;
  if (request.output_layouts[0] == Layout::plain) {
    Shape sizes = x.shape;
    sizes.insert(sizes.begin() + axis, dims.size(), 1);
    return ops::strided_copy_kernel(
        kernels::expand_view(sizes, y, static_cast<std::ptrdiff_t>(element_bytes(x.type))));
  }
  const ops::Channels c = ops::channels_of(y, request.isa);
  const std::ptrdiff_t vectors = c.batch * c.blocks;
  const kernels::ReorderShape reorder{c.batch, c.channels, 1, 0, c.channels, c.blocks * c.lanes};
  const kernels::StridedView view = kernels::expand_view(
      Shape{vectors, 1}, Shape{vectors, c.spatial}, c.lanes * static_cast<std::ptrdiff_t>(sizeof(float)));
  ops::RangeWork work;
  work.items = view.nest.count;
  work.scratch_bytes = static_cast<std::size_t>(vectors * c.lanes) * sizeof(float);
  work.run = [=, block = kernels::layout_kernels(request.isa).plain_to_blocked](
                 const Bindings& bindings, Range range, std::byte* scratch) {
    float* blocked = reinterpret_cast<float*>(scratch);
    block(reorder, ops::input(bindings, 0), blocked, 0, vectors);
    kernels::strided_copy(view, blocked, bindings.outputs[0], range.begin, range.end);
  };
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
