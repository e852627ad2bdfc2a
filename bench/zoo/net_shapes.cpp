// Layers that move values and compute none, and resizing, in operators.
#include "bench/zoo/net.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/transpose.hpp"

namespace bricks::zoo {
namespace {

OpPointer pad(Pad::Mode mode, Pads pads) {
  auto op = std::make_shared<Pad>();
  op->mode = mode;
  op->pads = {0, 0, pads.top, pads.left, 0, 0, pads.bottom, pads.right};
  return op;
}

OpPointer resize(Resize::Mode mode, std::vector<float> scales, std::vector<std::int64_t> sizes) {
  auto op = std::make_shared<Resize>();
  op->mode = mode;
  // Twice the extent with these coordinates repeats every cell.
  if (mode == Resize::Mode::nearest) {
    op->coordinate_transformation_mode = kernels::ResizeCoordinates::asymmetric;
    op->nearest_mode = kernels::ResizeNearest::floor;
  }
  op->scales = std::move(scales);
  op->sizes = std::move(sizes);
  return op;
}

}  // namespace

Value Net::concat(const std::vector<Value>& xs) {
  auto op = std::make_shared<Concat>();
  op->axis = 1;
  return layer(next_name("concat"), op, xs);
}

Value Net::pad_zero(Value x, Pads pads) {
  return layer(next_name("pad"), pad(Pad::Mode::constant, pads), {x});
}
Value Net::pad_reflect(Value x, Pads pads) {
  return layer(next_name("pad"), pad(Pad::Mode::reflect, pads), {x});
}

Value Net::upsample(Value x) {
  return layer(next_name("resize"), resize(Resize::Mode::nearest, {2, 2}, {}), {x});
}
Value Net::upsample_bilinear(Value x) {
  return layer(next_name("resize"), resize(Resize::Mode::linear, {2, 2}, {}), {x});
}
Value Net::resize_bilinear(Value x, Extent to) {
  return layer(next_name("resize"), resize(Resize::Mode::linear, {}, {to.height, to.width}), {x});
}

Value Net::slice(Value x, std::int64_t axis, const std::vector<Range>& ranges) {
  auto op = std::make_shared<Slice>();
  for (const Range& range : ranges) {
    op->axes.push_back(++axis);
    op->starts.push_back(range.begin);
    op->ends.push_back(range.end);
    op->steps.push_back(1);
  }
  return layer(next_name("slice"), op, {x});
}

Value Net::part(Value x, std::int64_t axis, std::int64_t index) {
  auto op = std::make_shared<Gather>();
  op->axis = axis + 1;
  op->indices = {index};
  op->scalar = 1;
  return layer(next_name("part"), op, {x});
}

Value Net::replicate(Value x, std::int64_t axis, const Shape& sizes) {
  auto op = std::make_shared<Replicate>();
  op->axis = axis + 1;
  op->dims = sizes;
  return layer(next_name("replicate"), op, {x});
}

Value Net::transpose(Value x, const std::vector<std::int64_t>& order) {
  auto op = std::make_shared<Transpose>();
  op->perm = behind_batch(order);
  op->perm.insert(op->perm.begin(), 0);
  return layer(next_name("transpose"), op, {x});
}

Value Net::reshape(Value x, const Shape& shape) {
  auto op = std::make_shared<Reshape>();
  op->shape = batched(shape, 0);
  return layer(next_name("reshape"), op, {x});
}

Value Net::flatten(Value x) {
  auto op = std::make_shared<Flatten>();
  op->axis = 1;
  return layer(next_name("flatten"), op, {x});
}

Value Net::flatten(Value x, std::int64_t first, std::int64_t last) {
  const Shape in = shape(x);
  auto op = std::make_shared<Reshape>();
  op->shape = {0};
  for (std::int64_t axis = 0; axis < static_cast<std::int64_t>(in.size()); ++axis) {
    if (axis < first || axis > last) op->shape.push_back(in[static_cast<std::size_t>(axis)]);
    if (axis == first) op->shape.push_back(-1);
  }
  return layer(next_name("flatten"), op, {x});
}

Value Net::ordering(Value x) {
  auto op = std::make_shared<ArgReduce>(true);
  op->axis = 1;
  return layer(next_name("ordering"), op, {x});
}

Value Net::extract(Value x, Value index) {
  auto op = std::make_shared<GatherND>();
  op->batch_dims = 1;
  return layer(next_name("extract"), op, {x, index});
}

Value Net::sequence_last(const std::vector<Value>& states) {
  return layer(next_name("sequence_last"), std::make_shared<SequenceLast>(), states);
}

}  // namespace bricks::zoo
