#pragma once

#include "kernels/pooling/window.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Pixels [begin, end) one at a time; taps are cut where they leave the input.
template <class Pool>
BRICKS_INLINE void pool_pixels(const PoolShape& shape, const PoolRows& rows, float* y, std::ptrdiff_t begin,
                               std::ptrdiff_t end) {
  for (std::ptrdiff_t pixel = begin; pixel < end; ++pixel) {
    const Window window = window_at(shape.w, pixel);
    float result = Pool::initial;
    for (std::ptrdiff_t row = 0; row < rows.count; ++row)
      for (std::ptrdiff_t tap = window.first; tap < window.last; ++tap)
        result = Pool::combine(result, rows.first[row * rows.stride + window.start + tap * shape.w.dilation]);
    const std::ptrdiff_t inside = window.last > window.first ? window.last - window.first : 0;
    const std::ptrdiff_t columns = shape.count_include_pad ? window.counted : inside;
    y[pixel] = Pool::finish(result, inverse_count(rows.divisor, columns));
  }
}

// Interior pixels of stride 1: neighbouring outputs read neighbouring inputs.
template <class Pool>
BRICKS_INLINE void pool_vectors(const PoolShape& shape, const PoolRows& rows, float* y, Interior interior) {
  const float inverse = inverse_count(rows.divisor, shape.w.kernel);
  for_each_vector(interior.begin, interior.end, [&](std::ptrdiff_t pixel, auto extent) BRICKS_INLINE_LAMBDA {
    const float* x = rows.first + pixel - shape.w.pad_begin;
    Vec result = broadcast(Pool::initial);
    for (std::ptrdiff_t row = 0; row < rows.count; ++row)
      for (std::ptrdiff_t tap = 0; tap < shape.w.kernel; ++tap)
        result = Pool::combine(result, load(x + row * rows.stride + tap * shape.w.dilation, extent));
    store(y + pixel, Pool::finish(result, inverse), extent);
  });
}

template <class Pool>
BRICKS_INLINE void pool_plain(const PoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                              std::ptrdiff_t end) {
  const Interior interior = interior_of(shape.w);
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const float* plane = x + row / shape.h.output * shape.h.input * shape.w.input;
    const PoolRows rows = rows_of(shape, plane, row % shape.h.output, 1);
    float* to = y + row * shape.w.output;
    if (shape.w.stride != 1) {
      pool_pixels<Pool>(shape, rows, to, 0, shape.w.output);
      continue;
    }
    pool_pixels<Pool>(shape, rows, to, 0, interior.begin);
    pool_vectors<Pool>(shape, rows, to, interior);
    pool_pixels<Pool>(shape, rows, to, interior.end, shape.w.output);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
