// Plain rows in two steps, both over whole vectors: the input rows under an output row are combined into one
// row of columns on the stack, with what stands for the padding in it; then every pixel takes its taps from
// there.
//
// A few output rows take the first step before any takes the second: a load that spans two stores waits until
// both are in the cache.
//
// Reached on a Cascade Lake core with AVX-512, share of a copy of as many bytes (kernels_bench): 2x2/2 91 %
// at 64 channels and 224 px, 52 % at 512 and 28; 3x3/2 77 % at 64 and 112, 50 % at 480 and 28; 3x3/1 62 % at
// 512 and 32, 16 % at 192 and 28, 2 % at 832 and 7, where rows are less than a vector. Pixel by pixel it was
// 1 to 12 %. gcc 12's loops over columns and pixels touch no stack.
#pragma once

#include "kernels/pooling/pooling_columns.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t most_columns = 2048;  // 8 KiB, a quarter of an L1
inline constexpr std::ptrdiff_t most_rows = 8;

// Output pixels [first, first + count) of a row and the columns that they read, from input column `column`
// on.
struct PixelRun {
  std::ptrdiff_t first, count, column, columns;
};

BRICKS_INLINE PixelRun pixel_run(const PoolAxis& w, std::ptrdiff_t first, std::ptrdiff_t most) {
  const std::ptrdiff_t left = w.output - first, count = left < most ? left : most;
  return {first, count, first * w.stride - w.pad_begin,
          (count - 1) * w.stride + w.dilation * (w.kernel - 1) + 1};
}

// Whole vectors: what is behind is written later or never read. For a loop over floats gcc calls memset, for
// a column or two of each row.
template <class Pool>
BRICKS_INLINE void fill_padding(float* to, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; i += lanes) store(to + i, broadcast(Pool::initial));
}

template <class Pool>
BRICKS_INLINE void fill_columns(const PoolAxis& w, const PoolRows& rows, const PixelRun& run, float* to) {
  const std::ptrdiff_t last = run.column + run.columns;
  const std::ptrdiff_t begin = run.column < 0 ? 0 : run.column, end = last < w.input ? last : w.input;
  const std::ptrdiff_t inside = rows.count > 0 && begin < end ? end - begin : 0;
  if (inside == 0) return fill_padding<Pool>(to, run.columns);
  fill_padding<Pool>(to, begin - run.column);
  const float* x = rows.first + begin;
  to += begin - run.column;
  if (rows.count == 2)
    combine_rows<Pool, 2>(rows, x, to, inside);
  else if (rows.count == 3)
    combine_rows<Pool, 3>(rows, x, to, inside);
  else
    combine_rows<Pool, 0>(rows, x, to, inside);
  fill_padding<Pool>(to + inside, last - end);
}

template <class Pool>
BRICKS_INLINE void finish_pixels(const PoolAxis& w, const PixelRun& run, float inverse, const float* c,
                                 float* y) {
  if (w.stride == 2 && w.kernel == 2 && w.dilation == 1)
    combine_columns<Pool, 2, 2>(w, c, y, run.count, inverse);
  else if (w.stride == 2 && w.kernel == 3 && w.dilation == 1)
    combine_columns<Pool, 2, 3>(w, c, y, run.count, inverse);
  else if (w.stride == 2)
    combine_columns<Pool, 2, 0>(w, c, y, run.count, inverse);
  else if (w.stride == 1 && w.kernel == 3 && w.dilation == 1)
    combine_columns<Pool, 1, 3>(w, c, y, run.count, inverse);
  else if (w.stride == 1)
    combine_columns<Pool, 1, 0>(w, c, y, run.count, inverse);
  else
    combine_pixels<Pool>(w, c, y, run.count, inverse);
}

BRICKS_INLINE float inverse_at(const PoolShape& shape, const PoolRows& rows, const Window& window) {
  const std::ptrdiff_t inside = window.last > window.first ? window.last - window.first : 0;
  return inverse_count(rows.divisor, shape.count_include_pad ? window.counted : inside);
}

// Averages over windows that are partly outside, at the ends of a row: each has a divisor of its own.
BRICKS_INLINE void finish_ends(const PoolShape& shape, const PoolRows& rows, const PixelRun& run,
                               const Interior& interior, const float* c, float* y) {
  for (std::ptrdiff_t i = 0; i < run.count; ++i) {
    const std::ptrdiff_t pixel = run.first + i;
    if (pixel >= interior.begin && pixel < interior.end)
      i = interior.end - run.first - 1;
    else
      combine_pixels<AveragePool>(shape.w, c + i * shape.w.stride, y + i, 1,
                                  inverse_at(shape, rows, window_at(shape.w, pixel)));
  }
}

// Windows wider than the columns on the stack: pixel by pixel; taps are cut where they leave the input.
template <class Pool>
BRICKS_INLINE void pool_pixels(const PoolShape& shape, const PoolRows& rows, float* y) {
  for (std::ptrdiff_t pixel = 0; pixel < shape.w.output; ++pixel) {
    const Window window = window_at(shape.w, pixel);
    float result = Pool::initial;
    for (std::ptrdiff_t row = 0; row < rows.count; ++row)
      for (std::ptrdiff_t tap = window.first; tap < window.last; ++tap)
        result = Pool::combine(result, rows.first[row * rows.stride + window.start + tap * shape.w.dilation]);
    y[pixel] = Pool::finish(result, inverse_at(shape, rows, window));
  }
}

template <class Pool>
struct PlainPool {
  const PoolShape& shape;
  Interior interior;
  std::ptrdiff_t run_pixels;  // whose columns fit on the stack
  float* columns;

  // `count` output rows, run by run; the columns of all of them fit.
  BRICKS_INLINE void run_rows(const PoolRows* rows, std::ptrdiff_t count, float* y) const {
    const PoolAxis& w = shape.w;
    for (std::ptrdiff_t first = 0; first < w.output; first += run_pixels) {
      const PixelRun run = pixel_run(w, first, run_pixels);
      for (std::ptrdiff_t r = 0; r < count; ++r)
        fill_columns<Pool>(w, rows[r], run, columns + r * run.columns);
      for (std::ptrdiff_t r = 0; r < count; ++r) {
        const float* c = columns + r * run.columns;
        float* to = y + r * w.output + first;
        finish_pixels<Pool>(w, run, inverse_count(rows[r].divisor, w.kernel), c, to);
        if constexpr (Pool::divides) finish_ends(shape, rows[r], run, interior, c, to);
      }
    }
  }
};

template <class Pool>
BRICKS_INLINE void pool_plain(const PoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                              std::ptrdiff_t end) {
  const PoolAxis& w = shape.w;
  if (begin == end || w.output == 0) return;
  const std::ptrdiff_t room = most_columns - w.dilation * (w.kernel - 1) - 1;
  RowCursor cursor(shape, x, begin, 1);
  if (room < 0) {
    for (std::ptrdiff_t row = begin; row < end; ++row)
      pool_pixels<Pool>(shape, cursor.next(), y + row * w.output);
    return;
  }
  // The last pixels' vectors read behind the columns, into lanes that are not stored.
  alignas(64) float columns[most_columns + 2 * lanes] = {};
  const PlainPool<Pool> pool = {shape, interior_of(w), room / w.stride + 1, columns};
  const std::ptrdiff_t fitting = most_columns / pixel_run(w, 0, pool.run_pixels).columns;
  PoolRows rows[most_rows];
  for (std::ptrdiff_t row = begin; row < end;) {
    std::ptrdiff_t count = fitting < most_rows ? fitting : most_rows;
    if (count > end - row) count = end - row;
    for (std::ptrdiff_t r = 0; r < count; ++r) rows[r] = cursor.next();
    pool.run_rows(rows, count, y + row * w.output);
    row += count;
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
