#include "engine/ops/lrn.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/lrn/lrn.hpp"

namespace bricks {

void Lrn::visit(AttributeVisitor& visitor) {
  visitor.integer("size", size, positive, Presence::required);
  visitor.number("alpha", alpha, Presence::optional);
  visitor.number("beta", beta, Presence::optional);
  visitor.number("bias", bias, Presence::optional);
}

std::vector<TensorType> Lrn::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 2, 8);
  ops::expect_value("size", size, positive);
  return {inputs[0]};
}

LayoutChoice Lrn::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  // The narrowest vector decides, so that layouts are the same under every ISA.
  if (size > kernels::lrn_blocked_max_size(4)) return {{Layout::plain}, {Layout::plain}};
  return ops::keep_layout(inputs, layouts);
}

std::unique_ptr<UnitKernel> Lrn::prepare(const PrepareRequest& request) const {
  const ops::Channels c = ops::channels_of(request.inputs[0].shape, request.isa);
  const bool blocked = request.layouts[0] == Layout::blocked;
  const kernels::LrnKernels& table = kernels::lrn_kernels(request.isa);
  const auto run = blocked ? table.blocked : table.plain;
  const kernels::LrnParameters parameters{c.batch, c.channels, c.spatial, size, alpha, beta, bias};
  ops::RangeWork work;
  work.items = c.batch * (blocked ? c.blocks * c.spatial : c.channels);
  work.run = [=](const Bindings& bindings, Range range, std::byte*) {
    run(parameters, ops::input(bindings, 0), ops::output(bindings), range.begin, range.end);
  };
  work.first_element = ops::items_of(blocked ? c.lanes : c.spatial);
  ops::add_activation(work, request.isa, request.epilogue.activation);
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
