#pragma once

#include "kernels/resize/resize.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

BRICKS_INLINE Vec mix(Vec a, Vec b, Vec weight) { return fmadd(weight, b - a, a); }

// Calls body(row, its input plane, h) for output rows [begin, end). No division for each row: one takes as
// long as a dozen pixels.
template <class Body>
BRICKS_INLINE void for_each_output_row(const ResizeShape& shape, const float* x, std::ptrdiff_t pixel_floats,
                                       std::ptrdiff_t begin, std::ptrdiff_t end, Body body) {
  if (begin == end) return;
  const std::ptrdiff_t plane_floats = shape.h.input * shape.w.input * pixel_floats;
  const float* plane = x + begin / shape.h.output * plane_floats;
  std::ptrdiff_t h = begin % shape.h.output;
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    body(row, plane, h);
    if (++h == shape.h.output) h = 0, plane += plane_floats;
  }
}

BRICKS_INLINE void resize_nearest_blocked(const ResizeShape& shape, const float* x, float* y,
                                          std::ptrdiff_t begin, std::ptrdiff_t end) {
  for_each_output_row(
      shape, x, lanes, begin, end, [&](std::ptrdiff_t row, const float* plane, std::ptrdiff_t h) {
        const float* from = plane + shape.h.lower[h] * shape.w.input * lanes;
        float* to = y + row * shape.w.output * lanes;
        for (std::ptrdiff_t i = 0; i < shape.w.output; ++i)
          store(to + i * lanes, load(from + static_cast<std::ptrdiff_t>(shape.w.lower[i]) * lanes));
      });
}

BRICKS_INLINE void resize_linear_blocked(const ResizeShape& shape, const float* x, float* y,
                                         std::ptrdiff_t begin, std::ptrdiff_t end) {
  for_each_output_row(shape, x, lanes, begin, end,
                      [&](std::ptrdiff_t row, const float* plane, std::ptrdiff_t h) {
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
                      });
}

}  // namespace bricks::kernels::BRICKS_ISA
