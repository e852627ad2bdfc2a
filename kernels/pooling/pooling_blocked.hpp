#pragma once

#include "kernels/pooling/window.hpp"

namespace bricks::kernels::BRICKS_ISA {

// One pixel, with taps [first, last) of each row.
template <class Pool>
BRICKS_INLINE Vec pool_pixel(const PoolRows& rows, const float* x, std::ptrdiff_t tap_stride,
                             std::ptrdiff_t taps) {
  Vec result = broadcast(Pool::initial);
  for (std::ptrdiff_t row = 0; row < rows.count; ++row)
    for (std::ptrdiff_t tap = 0; tap < taps; ++tap)
      result = Pool::combine(result, load(x + row * rows.stride + tap * tap_stride));
  return result;
}

// Pixels [begin, end) near the ends of a row, tap by tap.
template <class Pool>
BRICKS_INLINE void pool_edge(const PoolShape& shape, const PoolRows& rows, float* y, std::ptrdiff_t begin,
                             std::ptrdiff_t end) {
  for (std::ptrdiff_t pixel = begin; pixel < end; ++pixel) {
    const Window window = window_at(shape.w, pixel);
    const std::ptrdiff_t taps = window.last > window.first ? window.last - window.first : 0;
    const float* x = rows.first + (taps > 0 ? window.start + window.first * shape.w.dilation : 0) * lanes;
    const Vec result = pool_pixel<Pool>(rows, x, shape.w.dilation * lanes, taps);
    const std::ptrdiff_t columns = shape.count_include_pad ? window.counted : taps;
    store(y + pixel * lanes, Pool::finish(result, inverse_count(rows.divisor, columns)));
  }
}

// Interior pixels [begin, end) of any kernel.
template <class Pool>
BRICKS_INLINE void pool_interior(const PoolShape& shape, const PoolRows& rows, float* y, std::ptrdiff_t begin,
                                 std::ptrdiff_t end) {
  const float inverse = inverse_count(rows.divisor, shape.w.kernel);
  for (std::ptrdiff_t pixel = begin; pixel < end; ++pixel) {
    const float* x = rows.first + (pixel * shape.w.stride - shape.w.pad_begin) * lanes;
    const Vec result = pool_pixel<Pool>(rows, x, shape.w.dilation * lanes, shape.w.kernel);
    store(y + pixel * lanes, Pool::finish(result, inverse));
  }
}

// Four neighbours at once, for the kernels that networks use: columns are combined over the rows first, so
// each input vector is loaded once for all of them.
template <class Pool, int kernel, int stride>
BRICKS_INLINE void pool_four(const PoolRows& rows, const float* x, float* y, float inverse) {
  constexpr int pixels = 4, columns = (pixels - 1) * stride + kernel;
  Vec column[columns];
  BRICKS_UNROLL
  for (int c = 0; c < columns; ++c) column[c] = load(x + c * lanes);
  for (std::ptrdiff_t row = 1; row < rows.count; ++row) {
    BRICKS_UNROLL
    for (int c = 0; c < columns; ++c)
      column[c] = Pool::combine(column[c], load(x + row * rows.stride + c * lanes));
  }
  BRICKS_UNROLL
  for (int p = 0; p < pixels; ++p) {
    Vec result = column[p * stride];
    BRICKS_UNROLL
    for (int tap = 1; tap < kernel; ++tap) result = Pool::combine(result, column[p * stride + tap]);
    store(y + p * lanes, Pool::finish(result, inverse));
  }
}

// Interior pixels; the last four of a row overlap those before.
template <class Pool, int kernel, int stride>
BRICKS_INLINE void pool_fours(const PoolShape& shape, const PoolRows& rows, float* y, Interior interior) {
  const float inverse = inverse_count(rows.divisor, kernel);
  for (std::ptrdiff_t at = interior.begin; at < interior.end; at += 4) {
    const std::ptrdiff_t pixel = at + 4 <= interior.end ? at : interior.end - 4;
    const float* x = rows.first + (pixel * stride - shape.w.pad_begin) * lanes;
    pool_four<Pool, kernel, stride>(rows, x, y + pixel * lanes, inverse);
  }
}

template <class Pool>
BRICKS_INLINE void pool_blocked(const PoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                                std::ptrdiff_t end) {
  if (begin == end) return;
  const PoolAxis& w = shape.w;
  const Interior interior = interior_of(w);
  RowCursor cursor(shape, x, begin, lanes);
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const PoolRows rows = cursor.next();
    float* to = y + row * w.output * lanes;
    pool_edge<Pool>(shape, rows, to, 0, interior.begin);
    const bool by_fours = rows.count > 0 && w.dilation == 1 && interior.end - interior.begin >= 4;
    if (by_fours && w.kernel == 2 && w.stride == 2)
      pool_fours<Pool, 2, 2>(shape, rows, to, interior);
    else if (by_fours && w.kernel == 3 && w.stride == 2)
      pool_fours<Pool, 3, 2>(shape, rows, to, interior);
    else if (by_fours && w.kernel == 3 && w.stride == 1)
      pool_fours<Pool, 3, 1>(shape, rows, to, interior);
    else
      pool_interior<Pool>(shape, rows, to, interior.begin, interior.end);
    pool_edge<Pool>(shape, rows, to, interior.end, w.output);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
