#include "engine/ops/concat.hpp"

#include "engine/error.hpp"
#include "engine/ops/channel_moves.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/operands.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/concat/concat.hpp"

#include <algorithm>
#include <limits>

namespace bricks {
namespace {

bool along_channels(std::int64_t axis, std::size_t rank) { return rank == 4 && (axis == 1 || axis == -3); }

// Parts as the plain kernel wants them, not bound to memory yet.
template <class Tensors>
std::vector<kernels::ConcatPart> plain_parts(const Tensors& tensors, std::size_t along) {
  std::vector<kernels::ConcatPart> parts;
  for (const TensorType& tensor : tensors)
    parts.push_back({nullptr, ops::dimension_product(tensor.shape, along, tensor.shape.size()) *
                                  static_cast<std::ptrdiff_t>(element_bytes(tensor.type))});
  return parts;
}

// The first bytes of parts that follow each other along an axis with nothing in front of it: one run each.
template <class Tensors>
std::vector<std::size_t> run_offsets(const Tensors& tensors, std::size_t along) {
  if (ops::dimension_product(tensors[0].shape, 0, along) != 1) return {};
  std::vector<std::size_t> offsets = {0};
  for (const kernels::ConcatPart& part : plain_parts(tensors, along))
    offsets.push_back(offsets.back() + static_cast<std::size_t>(part.bytes));
  offsets.pop_back();
  return offsets;
}

kernels::ConcatShape plain_shape(const TensorType& joined, std::size_t along) {
  const auto bytes = static_cast<std::ptrdiff_t>(element_bytes(joined.type));
  return {ops::dimension_product(joined.shape, 0, along),
          ops::dimension_product(joined.shape, along, joined.shape.size()) * bytes};
}

// Work over the bytes of the joined tensor; run gets scratch for its parts.
template <class Run>
ops::RangeWork byte_work(const kernels::ConcatShape& shape, Run run) {
  const std::ptrdiff_t bytes = shape.outer * shape.total_bytes;
  ops::RangeWork work = ops::element_work(bytes, nullptr);
  work.run = [run, first = work.first_element](const Bindings& bindings, Range range, std::byte* scratch) {
    run(bindings, reinterpret_cast<kernels::ConcatPart*>(scratch), first(range.begin), first(range.end));
  };
  return work;
}

}  // namespace

void Concat::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::required);
}

std::vector<TensorType> Concat::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, std::numeric_limits<std::size_t>::max());
  ops::expect_inputs(inputs, inputs.size(), inputs.size());
  Shape shape = inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, shape.size());
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    ops::expect_type(inputs, i, inputs[0].type);
    ops::expect_rank(inputs, i, shape.size());
    Shape expected = inputs[0].shape;
    expected[along] = inputs[i].shape[along];
    ops::expect_shape(inputs, i, expected);
    shape[along] += expected[along];
    element_count(shape);
  }
  return ops::one_output(inputs[0].type, std::move(shape));
}

LayoutChoice Concat::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  const bool blocked = along_channels(axis, inputs[0].shape.size()) &&
                       std::find(layouts.begin(), layouts.end(), Layout::blocked) != layouts.end();
  const Layout layout = blocked ? Layout::blocked : Layout::plain;
  LayoutChoice choice{std::vector<Layout>(inputs.size(), layout), {layout}};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].weight) choice.inputs[i] = Layout::plain;
  return choice;
}

std::vector<MemoryRun> Concat::memory_runs(std::span<const InputType> inputs, Layout) const {
  const std::vector<std::size_t> offsets =
      run_offsets(inputs, ops::expect_axis("axis", axis, inputs[0].shape.size()));
  std::vector<MemoryRun> runs;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    if (!inputs[i].weight) runs.push_back({i, 0, MemoryRun::Of::output, offsets[i]});
  return runs;
}

void Split::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
  visitor.integers("split", split, positive, Presence::required);
}

std::vector<TensorType> Split::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  const Shape& x = inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, x.size());
  std::int64_t left = x[along];
  std::vector<TensorType> outputs;
  for (std::int64_t length : split) {
    ops::expect_value("split", length, positive);
    if (length > left) break;
    left -= length;
    TensorType part = inputs[0];
    part.shape[along] = length;
    outputs.push_back(std::move(part));
  }
  if (left != 0 || outputs.size() != split.size())
    throw Error("split is " + ops::list_text(split) + ", expected lengths whose sum is " +
                std::to_string(x[along]));
  return outputs;
}

LayoutChoice Split::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  const Layout layout = along_channels(axis, inputs[0].shape.size()) ? layouts[0] : Layout::plain;
  return {{layout}, std::vector<Layout>(split.size(), layout)};
}

std::vector<MemoryRun> Split::memory_runs(std::span<const InputType> inputs, Layout) const {
  const std::vector<std::size_t> offsets =
      run_offsets(infer(inputs), ops::expect_axis("axis", axis, inputs[0].shape.size()));
  std::vector<MemoryRun> runs;
  for (std::size_t i = 0; i < offsets.size(); ++i) runs.push_back({0, i, MemoryRun::Of::input, offsets[i]});
  return runs;
}

std::unique_ptr<UnitKernel> Concat::prepare(const PrepareRequest& request) const {
  const Shape& y = request.outputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, y.size());
  if (request.output_layouts[0] == Layout::blocked) {
    std::vector<ops::ChannelMove> moves;
    std::ptrdiff_t first = 0;
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
      moves.push_back({i, 0, 0, first, request.inputs[i].shape[1]});
      first += request.inputs[i].shape[1];
    }
    return ops::channel_moves_kernel(request, moves);
  }
  const ops::Operands all = ops::operands(request);
  const std::vector<kernels::ConcatPart> parts = plain_parts(request.inputs, along);
  const kernels::ConcatShape shape = plain_shape(request.outputs[0], along);
  ops::RangeWork work = byte_work(shape, [=](const Bindings& bindings, kernels::ConcatPart* bound,
                                             std::ptrdiff_t begin, std::ptrdiff_t end) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      bound[i] = {static_cast<std::byte*>(const_cast<void*>(all[i].at(bindings))), parts[i].bytes};
    kernels::concat(shape, bound, static_cast<int>(parts.size()), ops::output<std::byte>(bindings), begin,
                    end);
  });
  work.scratch_bytes = parts.size() * sizeof(kernels::ConcatPart);
  ops::pack_with(work, all, request.isa);
  return ops::range_kernel(std::move(work));
}

std::unique_ptr<UnitKernel> Split::prepare(const PrepareRequest& request) const {
  const Shape& x = request.inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, x.size());
  if (request.layouts[0] == Layout::blocked) {
    std::vector<ops::ChannelMove> moves;
    std::ptrdiff_t first = 0;
    for (std::size_t i = 0; i < split.size(); ++i) {
      moves.push_back({0, i, first, 0, split[i]});
      first += split[i];
    }
    return ops::channel_moves_kernel(request, moves);
  }
  const std::vector<kernels::ConcatPart> parts = plain_parts(request.outputs, along);
  const kernels::ConcatShape shape = plain_shape(request.inputs[0], along);
  ops::RangeWork work = byte_work(shape, [=](const Bindings& bindings, kernels::ConcatPart* bound,
                                             std::ptrdiff_t begin, std::ptrdiff_t end) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      bound[i] = {ops::output<std::byte>(bindings, i), parts[i].bytes};
    kernels::split(shape, bound, static_cast<int>(parts.size()), ops::input<std::byte>(bindings, 0), begin,
                   end);
  });
  work.scratch_bytes = parts.size() * sizeof(kernels::ConcatPart);
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
