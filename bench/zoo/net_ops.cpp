// How each layer of the specification is written in operators.
#include "bench/zoo/net.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/gemm.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/softmax.hpp"
#include "engine/ops/transpose.hpp"
#include "engine/ops/unary.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace bricks::zoo {
namespace {

std::vector<std::int64_t> list(Extent extent) { return {extent.height, extent.width}; }
std::vector<std::int64_t> list(Pads pads) { return {pads.top, pads.left, pads.bottom, pads.right}; }
std::vector<std::int64_t> square_of(std::int64_t side) { return {side, side}; }

OpPointer unary(UnaryKind kind, float alpha = 0, float beta = 0) {
  return std::make_shared<Unary>(kind, alpha, beta);
}
OpPointer binary(Binary::Function function, float alpha = 0) {
  return std::make_shared<Binary>(function, alpha);
}

template <class T>
void set_window(T& op, Extent kernel, std::int64_t stride, Pads pads) {
  op.kernel_shape = list(kernel);
  op.strides = square_of(stride);
  op.pads = list(pads);
}

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

Value Net::conv(Value x, Channels out, const Convolution& how, Bias bias) {
  auto op = std::make_shared<Conv>();
  set_window(*op, how.kernel, how.stride, how.pads);
  op->dilations = square_of(how.dilation);
  op->group = divided(how.groups);
  const std::int64_t m = divided(out);
  const std::string name = next_name("conv");
  std::vector<Value> inputs{
      x, weight(name + ".weight", {m, channels(x) / op->group, how.kernel.height, how.kernel.width})};
  if (bias == Bias::yes) inputs.push_back(weight(name + ".bias", {m}));
  return layer(name, op, inputs);
}

Value Net::deconv(Value x, Channels out, const Convolution& how, Bias bias) {
  auto op = std::make_shared<ConvTranspose>();
  set_window(*op, how.kernel, how.stride, how.pads);
  const std::int64_t m = divided(out);
  const std::string name = next_name("deconv");
  std::vector<Value> inputs{x,
                            weight(name + ".weight", {channels(x), m, how.kernel.height, how.kernel.width})};
  if (bias == Bias::yes) inputs.push_back(weight(name + ".bias", {m}));
  return layer(name, op, inputs);
}

Value Net::linear(Value x, Channels out) {
  auto op = std::make_shared<Gemm>();
  op->transB = 1;
  const Shape in = shape(x);
  const std::int64_t features = std::accumulate(in.begin(), in.end(), std::int64_t{1}, std::multiplies<>());
  const std::int64_t m = divided(out);
  const std::string name = next_name("linear");
  const Value w = weight(name + ".weight", {m, features});
  return layer(name, op, {x, w, weight(name + ".bias", {m})});
}

Value Net::batch_norm(Value x, float epsilon, float momentum) {
  auto op = std::make_shared<BatchNormalization>();
  op->epsilon = epsilon;
  op->momentum = momentum;
  const std::string name = next_name("bn");
  std::vector<Value> inputs{x};
  for (const char* what : {".scale", ".shift", ".mean", ".variance"})
    inputs.push_back(weight(name + what, {channels(x)}));
  return layer(name, op, inputs);
}

Value Net::instance_norm(Value x, float epsilon) {
  auto op = std::make_shared<InstanceNormalization>();
  op->epsilon = epsilon;
  const std::string name = next_name("instance_norm");
  const Value scale = weight(name + ".scale", {channels(x)});
  return layer(name, op, {x, scale, weight(name + ".shift", {channels(x)})});
}

Value Net::lrn(Value x) {
  auto op = std::make_shared<Lrn>();
  op->size = 5;
  op->alpha = 1e-4F;
  op->beta = 0.75F;
  op->bias = 1;
  return layer(next_name("lrn"), op, {x});
}

Value Net::max_pool(Value x, const Pooling& how) {
  auto op = std::make_shared<MaxPool>();
  set_window(*op, how.kernel, how.stride, how.pads);
  op->ceil_mode = how.rounding == Rounding::ceil;
  return layer(next_name("max_pool"), op, {x});
}

Value Net::average_pool(Value x, const Pooling& how) {
  auto op = std::make_shared<AveragePool>();
  set_window(*op, how.kernel, how.stride, how.pads);
  op->ceil_mode = how.rounding == Rounding::ceil;
  op->count_include_pad = 1;
  return layer(next_name("average_pool"), op, {x});
}

Value Net::mean(Value x, const std::vector<std::int64_t>& axes) {
  return layer(next_name("mean"),
               std::make_shared<Reduce>(kernels::ReduceFunction::mean, behind_batch(axes), false), {x});
}
Value Net::sum(Value x, const std::vector<std::int64_t>& axes) {
  return layer(next_name("sum"),
               std::make_shared<Reduce>(kernels::ReduceFunction::sum, behind_batch(axes), false), {x});
}

Value Net::relu(Value x) { return layer(next_name("relu"), unary(UnaryKind::relu), {x}); }
Value Net::relu6(Value x) { return layer(next_name("relu6_"), unary(UnaryKind::clip, 0, 6), {x}); }
Value Net::leaky_relu(Value x, float slope) {
  return layer(next_name("leaky_relu"), unary(UnaryKind::leaky_relu, slope), {x});
}
Value Net::identity(Value x) { return layer(next_name("identity"), std::make_shared<Identity>(), {x}); }
Value Net::sigmoid(Value x) { return layer(next_name("sigmoid"), unary(UnaryKind::sigmoid), {x}); }
Value Net::exp(Value x) { return layer(next_name("exp"), unary(UnaryKind::exp), {x}); }
Value Net::sqrt(Value x) { return layer(next_name("sqrt"), unary(UnaryKind::sqrt), {x}); }
Value Net::affine(Value x, float alpha, float beta) {
  return layer(next_name("affine"), unary(UnaryKind::affine, alpha, beta), {x});
}
Value Net::scaled_tanh(Value x) {
  return layer(next_name("scaled_tanh"), unary(UnaryKind::scaled_tanh, 0.5F, 0.5F), {x});
}
Value Net::square(Value x) { return layer(next_name("square"), unary(UnaryKind::square), {x}); }
Value Net::scaled_exp(Value x) {
  return layer(next_name("scaled_exp"), unary(UnaryKind::scaled_exp, 0.2F), {x});
}
Value Net::sqrt_ratio(Value x) { return layer(next_name("sqrt_ratio"), unary(UnaryKind::sqrt_ratio), {x}); }
Value Net::log_square(Value x) {
  return layer(next_name("log_square"), unary(UnaryKind::log_square, 1e-20F), {x});
}

Value Net::dropout(Value x, float ratio) {
  auto op = std::make_shared<Dropout>();
  op->ratio = ratio;
  return layer(next_name("dropout"), op, {x});
}

Value Net::softmax(Value x, std::int64_t axis) {
  auto op = std::make_shared<Softmax>();
  op->axis = axis + 1;
  return layer(next_name("softmax"), op, {x});
}

Value Net::add(Value x, Value y) { return layer(next_name("add"), binary(Binary::Function::add), {x, y}); }
Value Net::subtract(Value x, Value y) {
  return layer(next_name("sub"), binary(Binary::Function::sub), {x, y});
}
Value Net::multiply(Value x, Value y) {
  return layer(next_name("mul"), binary(Binary::Function::mul), {x, y});
}
Value Net::divide(Value x, Value y) { return layer(next_name("div"), binary(Binary::Function::div), {x, y}); }
Value Net::add_scaled(Value x, Value y, float alpha) {
  return layer(next_name("add_scaled"), binary(Binary::Function::add_scaled, alpha), {x, y});
}
Value Net::squared_difference(Value x, Value y) {
  return layer(next_name("squared_difference"), binary(Binary::Function::squared_difference), {x, y});
}
Value Net::divide_epsilon(Value x, Value y) {
  return layer(next_name("div_epsilon"), binary(Binary::Function::div_offset, 1e-6F), {x, y});
}
Value Net::total(const std::vector<Value>& xs) {
  return layer(next_name("total"), std::make_shared<Sum>(), xs);
}

Value Net::constant(const Shape& shape) {
  const std::string name = next_name("constant");
  // One for each image of the batch: Sum, which takes one in YOLO V2, does not repeat its inputs.
  return layer(name, std::make_shared<Constant>(), {weight(name + ".value", batched(shape, size_.batch))});
}
Value Net::constant_times(Value x) {
  const std::string name = next_name("constant_times");
  return layer(name, binary(Binary::Function::mul), {x, weight(name + ".factor", batched(shape(x), 1))});
}
Value Net::constant_plus(Value x) {
  const std::string name = next_name("constant_plus");
  return layer(name, binary(Binary::Function::add), {x, weight(name + ".summand", batched(shape(x), 1))});
}

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
  return layer(next_name("resize"), resize(Resize::Mode::linear, {}, list(to)), {x});
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
