#include "engine/ops/pad.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"

namespace bricks {
namespace {

constexpr IntegerRange pad_range{-(std::int64_t{1} << 31), std::int64_t{1} << 31};

}  // namespace

void Pad::visit(AttributeVisitor& visitor) {
  visit_enum(visitor, "mode", mode, {"constant", "reflect", "edge"});
  visitor.integers("pads", pads, pad_range, Presence::required);
  visitor.number("value", value, Presence::optional);
}

std::vector<TensorType> Pad::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_rank(inputs, 0, 1, 8);
  if (inputs[0].type == ElementType::boolean) throw Error("input 0 is bool, expected numbers");
  Shape shape = inputs[0].shape;
  const std::size_t rank = shape.size();
  ops::expect_values("pads", pads, 2 * rank, pad_range);
  for (std::size_t d = 0; d < rank; ++d) {
    const std::int64_t size = shape[d], before = pads[d], after = pads[d + rank];
    if (mode == Mode::reflect && (before >= size || after >= size))
      throw Error("pads are " + ops::list_text(pads) + ", expected less than axis " + std::to_string(d) +
                  ", which has " + std::to_string(size) + ", in reflect mode");
    if (before + size < 1 || after + size < 1 || before + size + after < 1)
      throw Error("pads are " + ops::list_text(pads) + ", expected to leave something of axis " +
                  std::to_string(d) + ", which has " + std::to_string(size));
    shape[d] = before + size + after;
  }
  return ops::one_output(inputs[0].type, std::move(shape));
}

LayoutChoice Pad::layouts(std::span<const InputType>, std::span<const Layout> layouts) const {
  const bool stays = layouts[0] == Layout::blocked && pads[1] == 0 && pads[5] == 0;
  const Layout layout = stays ? Layout::blocked : Layout::plain;
  return {{layout}, {layout}};
}

std::unique_ptr<UnitKernel> Pad::prepare(const PrepareRequest& request) const {
  const TensorType& x = request.inputs[0];
  Shape sizes = x.shape;
  auto bytes = static_cast<std::ptrdiff_t>(element_bytes(x.type));
  if (request.layouts[0] == Layout::blocked) {
    const ops::Channels c = ops::channels_of(sizes, request.isa);
    sizes[1] = c.blocks;
    bytes *= c.lanes;
  }
  const std::span all(pads);
  kernels::PadShape shape =
      kernels::pad_shape(sizes, all.first(sizes.size()), all.last(sizes.size()), mode, bytes);
  if (x.type == ElementType::float32)
    kernels::set_pad_value(shape, value);
  else
    kernels::set_pad_value(shape, static_cast<std::int64_t>(value));
  shape.value_bytes = static_cast<std::ptrdiff_t>(element_bytes(x.type));
  ops::RangeWork work;
  work.items = shape.rows;
  work.run = [shape](const Bindings& bindings, Range range, std::byte*) {
    kernels::pad(shape, bindings.inputs[0], bindings.outputs[0], range.begin, range.end);
  };
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
