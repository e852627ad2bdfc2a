#include "engine/ops/pool.hpp"
#include "tests/reference/call.hpp"

#include <algorithm>
#include <limits>

namespace bricks::test {
namespace {

// What a window sees of one plane: the largest element, their sum, how many there are, and how many places of
// the window lie in the plane or its padding.
struct Seen {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  std::int64_t elements = 0, places = 0;
};

Seen look(const Pool& op, const double* x, std::int64_t height, std::int64_t width, std::int64_t oy,
          std::int64_t ox) {
  Seen seen;
  for (std::int64_t ky = 0; ky < op.kernel_shape[0]; ++ky)
    for (std::int64_t kx = 0; kx < op.kernel_shape[1]; ++kx) {
      const std::int64_t iy = oy * op.strides[0] + ky * op.dilations[0] - op.pads[0];
      const std::int64_t ix = ox * op.strides[1] + kx * op.dilations[1] - op.pads[1];
      if (iy >= height + op.pads[2] || ix >= width + op.pads[3])
        continue;  // beyond the padding, with ceil_mode
      ++seen.places;
      if (iy < 0 || iy >= height || ix < 0 || ix >= width) continue;
      ++seen.elements;
      seen.sum += x[iy * width + ix];
      seen.largest = std::max(seen.largest, x[iy * width + ix]);
    }
  return seen;
}

template <class Reduce>
void pool(const Call& call, const Pool& op, Reduce reduce) {
  const Shape &x = call.in(0).shape, &y = call.outputs[0].shape;
#pragma omp parallel for
  for (std::int64_t plane = 0; plane < x[0] * x[1]; ++plane)
    for (std::int64_t oy = 0; oy < y[2]; ++oy)
      for (std::int64_t ox = 0; ox < y[3]; ++ox)
        call.y()[static_cast<std::size_t>((plane * y[2] + oy) * y[3] + ox)] =
            reduce(look(op, call.x().data() + plane * x[2] * x[3], x[2], x[3], oy, ox));
}

void global_pool(const Call& call, bool largest) {
  const std::size_t planes = call.y().size(), size = call.x().size() / planes;
  for (std::size_t p = 0; p < planes; ++p) {
    const double* x = call.x().data() + p * size;
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += x[i];
    call.y()[p] = largest ? *std::max_element(x, x + size) : sum / static_cast<double>(size);
  }
}

}  // namespace

bool reference_pooling(const Call& call) {
  if (op_cast<GlobalAveragePool>(call.op)) return global_pool(call, false), true;
  if (op_cast<GlobalMaxPool>(call.op)) return global_pool(call, true), true;
  if (const auto* op = op_cast<MaxPool>(call.op))
    return pool(call, *op, [](const Seen& seen) { return seen.largest; }), true;
  if (const auto* op = op_cast<AveragePool>(call.op)) {
    const bool padding = op->count_include_pad != 0;
    pool(call, *op, [&](const Seen& seen) {
      return seen.sum / static_cast<double>(padding ? seen.places : seen.elements);
    });
    return true;
  }
  return false;
}

}  // namespace bricks::test
