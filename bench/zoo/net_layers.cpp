// Layers with a window or with weights, in operators.
#include "bench/zoo/net.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/gemm.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/ops/pool.hpp"

#include <functional>
#include <numeric>

namespace bricks::zoo {
namespace {

std::vector<std::int64_t> list(Extent extent) { return {extent.height, extent.width}; }
std::vector<std::int64_t> list(Pads pads) { return {pads.top, pads.left, pads.bottom, pads.right}; }
std::vector<std::int64_t> square_of(std::int64_t side) { return {side, side}; }

template <class T>
void set_window(T& op, Extent kernel, std::int64_t stride, Pads pads) {
  op.kernel_shape = list(kernel);
  op.strides = square_of(stride);
  op.pads = list(pads);
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

}  // namespace bricks::zoo
