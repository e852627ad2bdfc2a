// Which taps of a pooling window lie inside the input: asked once for a row and for the few pixels at its
// ends.
#pragma once

#include "kernels/pooling/pooling.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

struct Window {
  std::ptrdiff_t start;        // input position of tap 0, perhaps negative
  std::ptrdiff_t first, last;  // taps [first, last) are inside
  std::ptrdiff_t counted;      // taps inside the input and its padding
};

// Taps of [0, kernel) at positions below `limit`.
BRICKS_INLINE std::ptrdiff_t taps_below(const PoolAxis& axis, std::ptrdiff_t start, std::ptrdiff_t limit) {
  if (start >= limit) return 0;
  // Four 64-bit divisions, 42 to 95 cycles each on CPUs before Ice Lake, took longer than a short row's work.
  const std::ptrdiff_t room = limit - start;
  const std::ptrdiff_t taps = axis.dilation == 1 ? room : (room + axis.dilation - 1) / axis.dilation;
  return taps < axis.kernel ? taps : axis.kernel;
}

BRICKS_INLINE Window window_at(const PoolAxis& axis, std::ptrdiff_t output) {
  const std::ptrdiff_t start = output * axis.stride - axis.pad_begin;
  const std::ptrdiff_t first = taps_below(axis, start, 0);
  return {start, first, taps_below(axis, start, axis.input),
          taps_below(axis, start, axis.input + axis.pad_end)};
}

// Outputs [begin, end) whose windows are all inside.
struct Interior {
  std::ptrdiff_t begin, end;
};

BRICKS_INLINE Interior interior_of(const PoolAxis& axis) {
  std::ptrdiff_t begin = (axis.pad_begin + axis.stride - 1) / axis.stride;
  if (begin > axis.output) begin = axis.output;
  const std::ptrdiff_t last_start = axis.input - axis.dilation * (axis.kernel - 1) - 1 + axis.pad_begin;
  std::ptrdiff_t end = last_start < 0 ? 0 : last_start / axis.stride + 1;
  if (end > axis.output) end = axis.output;
  return {begin, end < begin ? begin : end};
}

BRICKS_INLINE float inverse_count(std::ptrdiff_t rows, std::ptrdiff_t columns) {
  return rows * columns > 0 ? 1.0f / static_cast<float>(rows * columns) : 0.0f;
}

// The two kinds of pooling, on vectors and on single floats.
struct MaxPool {
  static constexpr float initial = -__builtin_inff();
  static constexpr bool divides = false;
  static BRICKS_INLINE Vec combine(Vec a, Vec b) { return max(a, b); }
  static BRICKS_INLINE float combine(float a, float b) { return a > b ? a : b; }
  static BRICKS_INLINE Vec finish(Vec a, float) { return a; }
  static BRICKS_INLINE float finish(float a, float) { return a; }
};
struct AveragePool {
  static constexpr float initial = 0;
  static constexpr bool divides = true;
  static BRICKS_INLINE Vec combine(Vec a, Vec b) { return a + b; }
  static BRICKS_INLINE float combine(float a, float b) { return a + b; }
  static BRICKS_INLINE Vec finish(Vec a, float inverse) { return a * broadcast(inverse); }
  static BRICKS_INLINE float finish(float a, float inverse) { return a * inverse; }
};

// The input rows that one output row reads.
struct PoolRows {
  const float* first;
  std::ptrdiff_t stride, count;  // floats from row to row
  std::ptrdiff_t divisor;        // rows that an average counts
};

BRICKS_INLINE PoolRows rows_of(const PoolShape& shape, const float* plane, std::ptrdiff_t output,
                               std::ptrdiff_t pixel_floats) {
  const Window window = window_at(shape.h, output);
  const std::ptrdiff_t row = shape.w.input * pixel_floats;
  const std::ptrdiff_t count = window.last > window.first ? window.last - window.first : 0;
  const std::ptrdiff_t first = count > 0 ? window.start + window.first * shape.h.dilation : 0;
  return {plane + first * row, row * shape.h.dilation, count,
          shape.count_include_pad ? window.counted : count};
}

// Output rows one after the other, from any row of planes * h.output on.
class RowCursor {
 public:
  BRICKS_INLINE RowCursor(const PoolShape& shape, const float* x, std::ptrdiff_t row,
                          std::ptrdiff_t pixel_floats)
      : shape_(shape),
        plane_floats_(shape.h.input * shape.w.input * pixel_floats),
        pixel_floats_(pixel_floats),
        plane_(x + row / shape.h.output * plane_floats_),
        row_(row % shape.h.output) {}

  BRICKS_INLINE PoolRows next() {
    const PoolRows rows = rows_of(shape_, plane_, row_, pixel_floats_);
    if (++row_ == shape_.h.output) row_ = 0, plane_ += plane_floats_;
    return rows;
  }

 private:
  const PoolShape& shape_;
  std::ptrdiff_t plane_floats_, pixel_floats_;
  const float* plane_;
  std::ptrdiff_t row_;
};

}  // namespace bricks::kernels::BRICKS_ISA
