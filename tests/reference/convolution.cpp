#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "tests/reference/call.hpp"

#include <algorithm>

namespace bricks::test {
namespace {

// Positions o in [begin, end) of `count` for which o * stride + offset lies in [0, size).
struct Span {
  std::int64_t begin, end;
};
Span valid(std::int64_t count, std::int64_t stride, std::int64_t offset, std::int64_t size) {
  const auto first_at_least = [&](std::int64_t bound) {  // smallest o >= 0 with o * stride + offset >= bound
    return std::clamp<std::int64_t>(bound <= offset ? 0 : (bound - offset + stride - 1) / stride, 0, count);
  };
  return {first_at_least(0), first_at_least(size)};
}

struct Maps {
  std::int64_t in_channels, in_h, in_w, out_channels, out_h, out_w;
};
Maps maps_of(const Call& call) {
  const Shape &x = call.in(0).shape, &y = call.outputs[0].shape;
  return {x[1], x[2], x[3], y[1], y[2], y[3]};
}

void start_with_bias(const Call& call, double* plane, std::int64_t channel, std::int64_t size) {
  std::fill_n(plane, size, call.has(2) ? call.x(2)[static_cast<std::size_t>(channel)] : 0.0);
}

// y[o] = b[o] + sum over i, ky, kx of w[o][i][ky][kx] x[i][oy sh + ky dh - top][ox sw + kx dw - left].
void conv(const Call& call, const Conv& op) {
  const Maps m = maps_of(call);
  const std::int64_t group_in = m.in_channels / op.group, group_out = m.out_channels / op.group;
  const std::int64_t kh = op.kernel_shape[0], kw = op.kernel_shape[1];
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (std::int64_t n = 0; n < call.in(0).shape[0]; ++n)
    for (std::int64_t o = 0; o < m.out_channels; ++o) {
      double* y = call.y().data() + (n * m.out_channels + o) * m.out_h * m.out_w;
      start_with_bias(call, y, o, m.out_h * m.out_w);
      for (std::int64_t tap = 0; tap < group_in * kh * kw; ++tap) {
        const std::int64_t i = tap / (kh * kw), ky = tap / kw % kh, kx = tap % kw;
        const double w = call.x(1)[static_cast<std::size_t>(o * group_in * kh * kw + tap)];
        const double* x =
            call.x().data() + (n * m.in_channels + o / group_out * group_in + i) * m.in_h * m.in_w;
        const std::int64_t top = ky * op.dilations[0] - op.pads[0], left = kx * op.dilations[1] - op.pads[1];
        const Span rows = valid(m.out_h, op.strides[0], top, m.in_h);
        const Span columns = valid(m.out_w, op.strides[1], left, m.in_w);
        for (std::int64_t oy = rows.begin; oy < rows.end; ++oy) {
          const double* from = x + (oy * op.strides[0] + top) * m.in_w + left;
          double* to = y + oy * m.out_w;
          if (op.strides[1] == 1)
            for (std::int64_t ox = columns.begin; ox < columns.end; ++ox) to[ox] += w * from[ox];
          else
            for (std::int64_t ox = columns.begin; ox < columns.end; ++ox)
              to[ox] += w * from[ox * op.strides[1]];
        }
      }
    }
}

// Every input pixel adds w[i][o][ky][kx] x to y[o][iy sh + ky dh - top][ix sw + kx dw - left].
void conv_transpose(const Call& call, const ConvTranspose& op) {
  const Maps m = maps_of(call);
  const std::int64_t group_in = m.in_channels / op.group, group_out = m.out_channels / op.group;
  const std::int64_t kh = op.kernel_shape[0], kw = op.kernel_shape[1];
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (std::int64_t n = 0; n < call.in(0).shape[0]; ++n)
    for (std::int64_t o = 0; o < m.out_channels; ++o) {
      double* y = call.y().data() + (n * m.out_channels + o) * m.out_h * m.out_w;
      start_with_bias(call, y, o, m.out_h * m.out_w);
      for (std::int64_t tap = 0; tap < group_in * kh * kw; ++tap) {
        const std::int64_t i = o / group_out * group_in + tap / (kh * kw), ky = tap / kw % kh, kx = tap % kw;
        const double w =
            call.x(1)[static_cast<std::size_t>(((i * group_out + o % group_out) * kh + ky) * kw + kx)];
        const double* x = call.x().data() + (n * m.in_channels + i) * m.in_h * m.in_w;
        const std::int64_t top = ky * op.dilations[0] - op.pads[0], left = kx * op.dilations[1] - op.pads[1];
        const Span rows = valid(m.in_h, op.strides[0], top, m.out_h);
        const Span columns = valid(m.in_w, op.strides[1], left, m.out_w);
        for (std::int64_t iy = rows.begin; iy < rows.end; ++iy)
          for (std::int64_t ix = columns.begin; ix < columns.end; ++ix)
            y[(iy * op.strides[0] + top) * m.out_w + ix * op.strides[1] + left] += w * x[iy * m.in_w + ix];
      }
    }
}

}  // namespace

bool reference_convolution(const Call& call) {
  if (const Conv* op = op_cast<Conv>(call.op)) return conv(call, *op), true;
  if (const ConvTranspose* op = op_cast<ConvTranspose>(call.op)) return conv_transpose(call, *op), true;
  return false;
}

}  // namespace bricks::test
