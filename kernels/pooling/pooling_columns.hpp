// The two steps of pooling a plain row: combine_rows makes one row of columns of the input rows under it,
// combine_columns takes every pixel's taps from those.
#pragma once

#include "kernels/pooling/window.hpp"
#include "kernels/simd/deinterleave.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Input columns [0, count), `rows` of them or, if that is 0, rows.count. Writes whole vectors.
template <class Pool, int row_count>
BRICKS_INLINE void combine_rows(const PoolRows& rows, const float* x, float* to, std::ptrdiff_t count) {
  for_each_vector(0, count, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    Vec result = load(x + i, extent);
    if constexpr (row_count > 0) {
      BRICKS_UNROLL
      for (int row = 1; row < row_count; ++row)
        result = Pool::combine(result, load(x + row * rows.stride + i, extent));
    } else {
      for (std::ptrdiff_t row = 1; row < rows.count; ++row)
        result = Pool::combine(result, load(x + row * rows.stride + i, extent));
    }
    store(to + i, result);
  });
}

// The taps of `lanes` pixels whose first columns are at c. A kernel of 0 is any, with any dilation; the
// others have none.
template <class Pool, int stride, int kernel>
BRICKS_INLINE Vec combine_taps(const PoolAxis& w, const float* c) {
  if constexpr (stride == 1) {
    Vec result = load(c);
    if constexpr (kernel > 0) {
      BRICKS_UNROLL
      for (int tap = 1; tap < kernel; ++tap) result = Pool::combine(result, load(c + tap));
    } else {
      for (std::ptrdiff_t tap = 1; tap < w.kernel; ++tap)
        result = Pool::combine(result, load(c + tap * w.dilation));
    }
    return result;
  } else if constexpr (kernel > 0) {
    Vec result = even_lanes(load(c), load(c + lanes));
    BRICKS_UNROLL
    for (int tap = 1; tap < kernel; ++tap) {
      const float* pair = c + tap / 2 * 2;
      const Vec a = load(pair), b = load(pair + lanes);
      result = Pool::combine(result, tap % 2 == 0 ? even_lanes(a, b) : odd_lanes(a, b));
    }
    return result;
  } else {
    Vec result = even_lanes(load(c), load(c + lanes));
    for (std::ptrdiff_t tap = 1; tap < w.kernel; ++tap) {
      const float* at = c + tap * w.dilation;
      result = Pool::combine(result, even_lanes(load(at), load(at + lanes)));
    }
    return result;
  }
}

template <class Pool, int stride, int kernel>
BRICKS_INLINE void combine_columns(const PoolAxis& w, const float* c, float* y, std::ptrdiff_t pixels,
                                   float inverse) {
  for_each_vector(0, pixels, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    store(y + i, Pool::finish(combine_taps<Pool, stride, kernel>(w, c + i * stride), inverse), extent);
  });
}

// Pixels of any stride, one by one.
template <class Pool>
BRICKS_INLINE void combine_pixels(const PoolAxis& w, const float* c, float* y, std::ptrdiff_t pixels,
                                  float inverse) {
  for (std::ptrdiff_t i = 0; i < pixels; ++i) {
    float result = c[i * w.stride];
    for (std::ptrdiff_t tap = 1; tap < w.kernel; ++tap)
      result = Pool::combine(result, c[i * w.stride + tap * w.dilation]);
    y[i] = Pool::finish(result, inverse);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
