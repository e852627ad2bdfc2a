#include "engine/ops/pool.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/global_pool_kernel.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "engine/ops/window.hpp"

namespace bricks {

void Pool::visit(AttributeVisitor& visitor) {
  visitor.integers("kernel_shape", kernel_shape, positive, Presence::required);
  visitor.integers("strides", strides, positive, Presence::optional);
  visitor.integers("pads", pads, not_negative, Presence::optional);
  visitor.integers("dilations", dilations, positive, Presence::optional);
  visitor.integer("ceil_mode", ceil_mode, {0, 1}, Presence::optional);
}

std::vector<TensorType> Pool::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 4);
  const ops::Window window{kernel_shape, strides, pads, dilations};
  ops::expect_window(window);
  ops::expect_value("ceil_mode", ceil_mode, {0, 1});
  for (std::size_t i = 0; i < 4; ++i)
    if (pads[i] >= ops::window_extent(window, i % 2))
      throw Error("pads are " + ops::list_text(pads) + ", expected less than the window's " +
                  std::to_string(ops::window_extent(window, i % 2)) + " pixels");
  const Shape& x = inputs[0].shape;
  return ops::one_output(ElementType::float32,
                         {x[0], x[1], ops::window_output(window, 0, x[2], ceil_mode != 0),
                          ops::window_output(window, 1, x[3], ceil_mode != 0)});
}

LayoutChoice Pool::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

std::unique_ptr<UnitKernel> Pool::prepare(const PrepareRequest& request) const {
  const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
  const ops::Channels c = ops::channels_of(x, request.isa);
  const bool blocked = request.layouts[0] == Layout::blocked;
  const auto axis = [&](std::size_t i) {
    return kernels::PoolAxis{x[i + 2],     y[i + 2], kernel_shape[i], strides[i],
                             dilations[i], pads[i],  pads[i + 2]};
  };
  const kernels::PoolShape shape{c.batch * (blocked ? c.blocks : c.channels), axis(0), axis(1),
                                 counts_pads()};
  ops::RangeWork work;
  work.items = shape.planes * shape.h.output;
  work.run = [shape, run = kernel(kernels::pool_kernels(request.isa), request.layouts[0])](
                 const Bindings& bindings, Range range, std::byte*) {
    run(shape, ops::input(bindings, 0), ops::output(bindings), range.begin, range.end);
  };
  work.first_element = ops::items_of(shape.w.output * (blocked ? c.lanes : 1));
  ops::add_activation(work, request.isa, request.epilogue.activation);
  return ops::range_kernel(std::move(work));
}

kernels::PoolKernels::Function MaxPool::kernel(const kernels::PoolKernels& kernels, Layout layout) const {
  return layout == Layout::blocked ? kernels.max_blocked : kernels.max_plain;
}

kernels::PoolKernels::Function AveragePool::kernel(const kernels::PoolKernels& kernels, Layout layout) const {
  return layout == Layout::blocked ? kernels.average_blocked : kernels.average_plain;
}

void AveragePool::visit(AttributeVisitor& visitor) {
  Pool::visit(visitor);
  visitor.integer("count_include_pad", count_include_pad, {0, 1}, Presence::optional);
}

std::vector<TensorType> AveragePool::infer(std::span<const InputType> inputs) const {
  ops::expect_value("count_include_pad", count_include_pad, {0, 1});
  return Pool::infer(inputs);
}

std::vector<TensorType> GlobalPool::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 3, 8);
  Shape shape(inputs[0].shape.size(), 1);
  shape[0] = inputs[0].shape[0];
  shape[1] = inputs[0].shape[1];
  return ops::one_output(ElementType::float32, std::move(shape));
}

std::unique_ptr<UnitKernel> GlobalAveragePool::prepare(const PrepareRequest& request) const {
  return ops::global_pool_kernel(request, true);
}

std::unique_ptr<UnitKernel> GlobalMaxPool::prepare(const PrepareRequest& request) const {
  return ops::global_pool_kernel(request, false);
}

LayoutChoice GlobalPool::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

}  // namespace bricks
