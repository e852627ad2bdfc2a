#include "engine/ops/slice.hpp"

#include "engine/error.hpp"
#include "engine/ops/channel_moves.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/copy_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/slice/slice.hpp"

#include <algorithm>
#include <limits>

namespace bricks {
namespace {

constexpr IntegerRange any{std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::int64_t>::max()};

// numpy's start and end along an axis of `size`.
Slice::Cut resolve(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t size) {
  const std::int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  const auto clamp = [&](std::int64_t value) {
    return std::clamp(value < 0 ? value + size : value, low, high);
  };
  const std::int64_t first = clamp(start), last = clamp(end);
  const std::int64_t distance = step > 0 ? last - first : first - last;
  // -step would overflow for the smallest integer; no axis is that long.
  const std::int64_t stride = std::abs(std::max(step, -std::numeric_limits<std::int64_t>::max()));
  const std::int64_t count = distance <= 0 ? 0 : (distance - 1) / stride + 1;
  return {first, count, count == 1 ? 1 : step};  // a step that is not taken may be any number
}

}  // namespace

void Slice::visit(AttributeVisitor& visitor) {
  visitor.integers("starts", starts, any, Presence::required);
  visitor.integers("ends", ends, any, Presence::required);
  visitor.integers("axes", axes, ops::axis_range, Presence::optional);
  visitor.integers("steps", steps, any, Presence::optional);
}

std::vector<Slice::Cut> Slice::cuts(const Shape& shape) const {
  std::vector<Cut> cuts;
  for (std::int64_t size : shape) cuts.push_back({0, size, 1});
  ops::expect_values("ends", ends, starts.size(), any);
  if (!axes.empty()) ops::expect_values("axes", axes, starts.size(), any);
  if (!steps.empty()) ops::expect_values("steps", steps, starts.size(), any);
  if (axes.empty() && starts.size() > shape.size())
    throw Error("starts has " + std::to_string(starts.size()) + " values, expected at most " +
                std::to_string(shape.size()));
  ops::expect_axes("axes", axes, shape.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t axis = axes.empty() ? i : ops::expect_axis("axes", axes[i], shape.size());
    const std::int64_t step = steps.empty() ? 1 : steps[i];
    if (step == 0) throw Error("steps are " + ops::list_text(steps) + ", expected none to be 0");
    cuts[axis] = resolve(starts[i], ends[i], step, shape[axis]);
    if (cuts[axis].count == 0)
      throw Error("nothing is left of axis " + std::to_string(axis) + " of " + to_string(shape) + ": [" +
                  std::to_string(starts[i]) + ", " + std::to_string(ends[i]) + ") in steps of " +
                  std::to_string(step) + ", expected at least one index");
  }
  return cuts;
}

std::vector<TensorType> Slice::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_rank(inputs, 0, 1, 8);
  Shape result;
  for (const Cut& cut : cuts(inputs[0].shape)) result.push_back(cut.count);
  return ops::one_output(inputs[0].type, std::move(result));
}

LayoutChoice Slice::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  if (layouts[0] == Layout::plain) return {{Layout::plain}, {Layout::plain}};
  const Shape& x = inputs[0].shape;
  const std::vector<Cut> all = cuts(x);
  const auto whole = [&](std::size_t axis) { return all[axis].count == x[axis] && all[axis].step == 1; };
  const bool stays = whole(1) || (all[1].step == 1 && whole(0) && whole(2) && whole(3));
  const Layout layout = stays ? Layout::blocked : Layout::plain;
  return {{layout}, {layout}};
}

// A cut along the outermost axis that has a length, or along the channels of a blocked tensor, and no other.
std::vector<MemoryRun> Slice::memory_runs(std::span<const InputType> inputs, Layout layout) const {
  const Shape& x = inputs[0].shape;
  const std::vector<Cut> all = cuts(x);
  std::size_t axis = 0;
  while (axis + 1 < x.size() && x[axis] == 1) ++axis;
  if (layout == Layout::blocked && axis != 1) return {};
  for (std::size_t other = axis + 1; other < x.size(); ++other)
    if (all[other].count != x[other] || (all[other].step != 1 && x[other] != 1)) return {};
  if (all[axis].step != 1) return {};
  const auto inner = static_cast<std::size_t>(ops::dimension_product(x, axis + 1, x.size()));
  return {{0, 0, MemoryRun::Of::input,
           static_cast<std::size_t>(all[axis].start) * inner * element_bytes(inputs[0].type)}};
}

std::unique_ptr<UnitKernel> Slice::prepare(const PrepareRequest& request) const {
  Shape sizes = request.inputs[0].shape;
  std::vector<Cut> all = cuts(sizes);
  auto bytes = static_cast<std::ptrdiff_t>(element_bytes(request.inputs[0].type));
  if (request.layouts[0] == Layout::blocked) {
    if (all[1].count != sizes[1])
      return ops::channel_moves_kernel(request, {{0, 0, all[1].start, 0, all[1].count}});
    const ops::Channels c = ops::channels_of(sizes, request.isa);
    sizes[1] = c.blocks;
    all[1] = {0, c.blocks, 1};
    bytes *= c.lanes;
  }
  std::vector<std::ptrdiff_t> first, count, step;
  for (const Cut& cut : all) first.push_back(cut.start), count.push_back(cut.count), step.push_back(cut.step);
  return ops::strided_copy_kernel(kernels::slice_view(sizes, first, count, step, bytes));
}

}  // namespace bricks
