#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "tests/reference/call.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::test {
namespace {

using Size = std::size_t;

Size channels_of(const Call& call) { return static_cast<Size>(call.in(0).shape[1]); }
// Elements of one channel of one image.
Size plane_of(const Call& call) {
  return static_cast<Size>(product(call.in(0).shape, 2, call.in(0).shape.size()));
}

void batch_normalization(const Call& call, const BatchNormalization& op) {
  const Size channels = channels_of(call), plane = plane_of(call);
  for (Size i = 0; i < call.x().size(); ++i) {
    const Size c = i / plane % channels;
    call.y()[i] = (call.x()[i] - call.x(3)[c]) / std::sqrt(call.x(4)[c] + static_cast<double>(op.epsilon)) *
                      call.x(1)[c] +
                  call.x(2)[c];
  }
}

// y = (x - mean) / sqrt(variance + epsilon) of `size` elements.
void standardize(const double* x, double* y, Size size, double epsilon) {
  double mean = 0, variance = 0;
  for (Size i = 0; i < size; ++i) mean += x[i] / static_cast<double>(size);
  for (Size i = 0; i < size; ++i) variance += (x[i] - mean) * (x[i] - mean) / static_cast<double>(size);
  for (Size i = 0; i < size; ++i) y[i] = (x[i] - mean) / std::sqrt(variance + epsilon);
}

void instance_normalization(const Call& call, const InstanceNormalization& op) {
  const Size channels = channels_of(call), plane = plane_of(call);
  for (Size begin = 0; begin < call.x().size(); begin += plane) {
    const Size c = begin / plane % channels;
    double* y = call.y().data() + begin;
    standardize(call.x().data() + begin, y, plane, op.epsilon);
    for (Size i = 0; i < plane; ++i) y[i] = y[i] * call.x(1)[c] + call.x(2)[c];
  }
}

void layer_normalization(const Call& call, const LayerNormalization& op) {
  const Shape& shape = call.in(0).shape;
  const Size length = static_cast<Size>(product(shape, wrap_axis(op.axis, shape.size()), shape.size()));
  for (Size begin = 0; begin < call.x().size(); begin += length) {
    double* y = call.y().data() + begin;
    standardize(call.x().data() + begin, y, length, op.epsilon);
    for (Size i = 0; i < length; ++i) y[i] = y[i] * call.x(1)[i] + (call.has(2) ? call.x(2)[i] : 0);
  }
}

void lrn(const Call& call, const Lrn& op) {
  const auto channels = static_cast<std::int64_t>(channels_of(call)),
             plane = static_cast<std::int64_t>(plane_of(call));
  for (Size i = 0; i < call.x().size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const std::int64_t c = place / plane % channels;
    const std::int64_t first = std::max<std::int64_t>(0, c - (op.size - 1) / 2);
    const std::int64_t last = std::min(channels - 1, c + op.size / 2);
    double squares = 0;
    for (std::int64_t j = first; j <= last; ++j) {
      const double x = call.x()[static_cast<Size>(place + (j - c) * plane)];
      squares += x * x;
    }
    const double alpha = op.alpha, beta = op.beta, bias = op.bias;
    call.y()[i] = call.x()[i] / std::pow(bias + alpha / static_cast<double>(op.size) * squares, beta);
  }
}

}  // namespace

bool reference_normalization(const Call& call) {
  if (const auto* op = op_cast<BatchNormalization>(call.op)) return batch_normalization(call, *op), true;
  if (const auto* op = op_cast<InstanceNormalization>(call.op))
    return instance_normalization(call, *op), true;
  if (const auto* op = op_cast<LayerNormalization>(call.op)) return layer_normalization(call, *op), true;
  if (const auto* op = op_cast<Lrn>(call.op)) return lrn(call, *op), true;
  return false;
}

}  // namespace bricks::test
