#pragma once

#include "kernels/resize/resize.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

BRICKS_INLINE Vec mix(Vec a, Vec b, Vec weight) { return fmadd(weight, b - a, a); }

BRICKS_INLINE const float* input_plane(const ResizeShape& shape, const float* x, std::ptrdiff_t row,
                                       std::ptrdiff_t pixel_floats) {
  return x + row / shape.h.output * shape.h.input * shape.w.input * pixel_floats;
}

BRICKS_INLINE void resize_nearest_blocked(const ResizeShape& shape, const float* x, float* y,
                                          std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const float* from =
        input_plane(shape, x, row, lanes) + shape.h.lower[row % shape.h.output] * shape.w.input * lanes;
    float* to = y + row * shape.w.output * lanes;
    for (std::ptrdiff_t i = 0; i < shape.w.output; ++i)
      store(to + i * lanes, load(from + static_cast<std::ptrdiff_t>(shape.w.lower[i]) * lanes));
  }
}

BRICKS_INLINE void resize_linear_blocked(const ResizeShape& shape, const float* x, float* y,
                                         std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const std::ptrdiff_t h = row % shape.h.output;
    const float* plane = input_plane(shape, x, row, lanes);
    const float* above = plane + shape.h.lower[h] * shape.w.input * lanes;
    const float* below = plane + shape.h.upper[h] * shape.w.input * lanes;
    const Vec vertical = broadcast(shape.h.weight[h]);
    float* to = y + row * shape.w.output * lanes;
    for (std::ptrdiff_t i = 0; i < shape.w.output; ++i) {
      const std::ptrdiff_t left = static_cast<std::ptrdiff_t>(shape.w.lower[i]) * lanes;
      const std::ptrdiff_t right = static_cast<std::ptrdiff_t>(shape.w.upper[i]) * lanes;
      const Vec left_mix = mix(load(above + left), load(below + left), vertical);
      const Vec right_mix = mix(load(above + right), load(below + right), vertical);
      store(to + i * lanes, mix(left_mix, right_mix, broadcast(shape.w.weight[i])));
    }
  }
}

BRICKS_INLINE void resize_nearest_plain(const ResizeShape& shape, const float* x, float* y,
                                        std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const float* from = input_plane(shape, x, row, 1) + shape.h.lower[row % shape.h.output] * shape.w.input;
    float* to = y + row * shape.w.output;
    for (std::ptrdiff_t i = 0; i < shape.w.output; ++i) to[i] = from[shape.w.lower[i]];
  }
}

// Both input rows are mixed into scratch first, in vectors; along the row the elements are picked one by one.
BRICKS_INLINE void resize_linear_plain(const ResizeShape& shape, const float* x, float* y, float* scratch,
                                       std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const std::ptrdiff_t h = row % shape.h.output;
    const float* plane = input_plane(shape, x, row, 1);
    const float* above = plane + shape.h.lower[h] * shape.w.input;
    const float* below = plane + shape.h.upper[h] * shape.w.input;
    const Vec vertical = broadcast(shape.h.weight[h]);
    for_each_vector(0, shape.w.input, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      store(scratch + i, mix(load(above + i, extent), load(below + i, extent), vertical), extent);
    });
    float* to = y + row * shape.w.output;
    for (std::ptrdiff_t i = 0; i < shape.w.output; ++i) {
      const float left = scratch[shape.w.lower[i]], right = scratch[shape.w.upper[i]];
      to[i] = left + shape.w.weight[i] * (right - left);
    }
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
