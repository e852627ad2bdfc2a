#pragma once

#include "kernels/simd/sums.hpp"
#include "kernels/softmax/softmax.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Axis contiguous: one vector of the batch after the other, its elements in SIMD lanes.
template <bool log>
BRICKS_INLINE void softmax_row(const float* x, float* y, std::ptrdiff_t length) {
  float largest = -__builtin_inff();
  const std::ptrdiff_t whole = length / lanes * lanes;
  if (whole > 0) {
    Vec most = load(x);
    for (std::ptrdiff_t i = lanes; i < whole; i += lanes) most = max(most, load(x + i));
    largest = reduce_max(most);
  }
  for (std::ptrdiff_t i = whole; i < length; ++i) largest = x[i] > largest ? x[i] : largest;

  const Vec shift = broadcast(largest);
  const int rest = static_cast<int>(length - whole);
  Vec total = sum_terms(whole / lanes, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA {
    const Vec power = xsimd::exp(load(x + i * lanes) - shift);
    if constexpr (!log) store(y + i * lanes, power);
    return power;
  });
  float sum = 0;
  if (rest > 0) {
    const Vec power = xsimd::exp(load_partial(x + whole, rest) - shift);
    alignas(64) float buffer[lanes];
    store(buffer, power);
    for (int i = 0; i < rest; ++i) sum += buffer[i];
    if constexpr (!log) store_partial(y + whole, power, rest);
  }
  sum += reduce_add(total);

  if constexpr (log) {
    const Vec logarithm = xsimd::log(broadcast(sum));
    for_each_vector(0, length, [=](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      store(y + i, (load(x + i, extent) - shift) - logarithm, extent);
    });
  } else {
    const Vec inverse = divide(broadcast(1), broadcast(sum));
    for_each_vector(0, length, [=](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      store(y + i, load(y + i, extent) * inverse, extent);
    });
  }
}

// Axis strided: `vectors` x lanes neighbouring vectors of the batch side by side.
template <bool log, int vectors, class Extent>
BRICKS_INLINE void softmax_columns(const float* x, float* y, std::ptrdiff_t length, std::ptrdiff_t stride,
                                   Extent extent) {
  Vec largest[vectors], sum[vectors];
  BRICKS_UNROLL
  for (int v = 0; v < vectors; ++v) largest[v] = load(x + v * lanes, extent), sum[v] = zero();
  for (std::ptrdiff_t i = 1; i < length; ++i) {
    BRICKS_UNROLL
    for (int v = 0; v < vectors; ++v) largest[v] = max(largest[v], load(x + i * stride + v * lanes, extent));
  }
  for (std::ptrdiff_t i = 0; i < length; ++i) {
    BRICKS_UNROLL
    for (int v = 0; v < vectors; ++v) {
      const Vec power = xsimd::exp(load(x + i * stride + v * lanes, extent) - largest[v]);
      sum[v] = sum[v] + power;
      if constexpr (!log) store(y + i * stride + v * lanes, power, extent);
    }
  }
  BRICKS_UNROLL
  for (int v = 0; v < vectors; ++v) sum[v] = log ? xsimd::log(sum[v]) : divide(broadcast(1), sum[v]);
  for (std::ptrdiff_t i = 0; i < length; ++i) {
    BRICKS_UNROLL
    for (int v = 0; v < vectors; ++v) {
      float* to = y + i * stride + v * lanes;
      if constexpr (log)
        store(to, (load(x + i * stride + v * lanes, extent) - largest[v]) - sum[v], extent);
      else
        store(to, load(to, extent) * sum[v], extent);
    }
  }
}

template <bool log>
BRICKS_INLINE void softmax(const SoftmaxShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                           std::ptrdiff_t end) {
  if (shape.axis == 0) return;
  if (shape.inner == 1) {
    for (std::ptrdiff_t row = begin; row < end; ++row)
      softmax_row<log>(x + row * shape.axis, y + row * shape.axis, shape.axis);
    return;
  }
  for (std::ptrdiff_t at = begin; at < end;) {
    const std::ptrdiff_t outer = at / shape.inner, inner = at % shape.inner;
    const std::ptrdiff_t left = end - at < shape.inner - inner ? end - at : shape.inner - inner;
    const std::ptrdiff_t offset = outer * shape.axis * shape.inner + inner;
    constexpr std::ptrdiff_t wide = 4 * lanes;
    if (left >= wide) {
      softmax_columns<log, 4>(x + offset, y + offset, shape.axis, shape.inner, Whole{});
      at += wide;
    } else if (left >= lanes) {
      softmax_columns<log, 1>(x + offset, y + offset, shape.axis, shape.inner, Whole{});
      at += lanes;
    } else {
      softmax_columns<log, 1>(x + offset, y + offset, shape.axis, shape.inner, Part{static_cast<int>(left)});
      at += left;
    }
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
