// Along a plain row that grows, the inputs of a vector of outputs lie within one vector too: it is loaded and
// its lanes are picked. Where a row shrinks they are picked one by one.
//
// Reached on a Cascade Lake core with AVX-512, share of a copy of as many bytes (kernels_bench, 32 to 64 and
// 48 to 192 px): nearest 79 to 100 %, linear 50 to 53 %; one by one 38 to 60 % and 17 to 34 %.
#pragma once

#include "kernels/resize/resize_blocked.hpp"
#include "kernels/simd/lane_pick.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Where the vector is loaded from whose lanes the outputs of `index` pick: as far to the right as the row
// allows.
BRICKS_INLINE std::int32_t picked_from(const std::int32_t* index, std::ptrdiff_t input) {
  const std::ptrdiff_t last = input < lanes ? 0 : input - lanes;
  return index[0] < last ? index[0] : static_cast<std::int32_t>(last);
}

// Outputs [i, i + lanes); the last ones of a row overlap those before.
template <class Vector>
BRICKS_INLINE void for_each_overlapping(std::ptrdiff_t output, Vector vector) {
  for (std::ptrdiff_t i = 0; i < output; i += lanes) vector(i + lanes <= output ? i : output - lanes);
}

// True where every vector of outputs has its inputs within one vector.
BRICKS_INLINE bool picks_lanes(const std::int32_t* index, std::ptrdiff_t input, std::ptrdiff_t output) {
  bool within = output >= lanes;
  if (within)
    for_each_overlapping(output, [&](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA {
      within &= index[i + lanes - 1] - picked_from(index + i, input) < lanes;
    });
  return within;
}

BRICKS_INLINE void nearest_row(const ResizeAxis& w, const float* x, float* y, bool picks) {
  if (!picks) {
    for (std::ptrdiff_t i = 0; i < w.output; ++i) y[i] = x[w.lower[i]];
    return;
  }
  for_each_overlapping(w.output, [&](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA {
    const std::int32_t from = picked_from(w.lower + i, w.input);
    const Vec inputs = w.input < lanes ? load_partial(x, static_cast<int>(w.input)) : load(x + from);
    store(y + i, pick_lanes(inputs, w.lower + i, from));
  });
}

// x may be read up to a whole vector.
BRICKS_INLINE void linear_row(const ResizeAxis& w, const float* x, float* y, bool picks) {
  if (!picks) {
    for (std::ptrdiff_t i = 0; i < w.output; ++i) {
      const float left = x[w.lower[i]], right = x[w.upper[i]];
      y[i] = left + w.weight[i] * (right - left);
    }
    return;
  }
  for_each_overlapping(w.output, [&](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA {
    const std::int32_t left = picked_from(w.lower + i, w.input), right = picked_from(w.upper + i, w.input);
    store(y + i, mix(pick_lanes(load(x + left), w.lower + i, left),
                     pick_lanes(load(x + right), w.upper + i, right), load(w.weight + i)));
  });
}

BRICKS_INLINE void resize_nearest_plain(const ResizeShape& shape, const float* x, float* y,
                                        std::ptrdiff_t begin, std::ptrdiff_t end) {
  const bool picks = picks_lanes(shape.w.lower, shape.w.input, shape.w.output);
  for_each_output_row(shape, x, 1, begin, end, [&](std::ptrdiff_t row, const float* plane, std::ptrdiff_t h) {
    nearest_row(shape.w, plane + shape.h.lower[h] * shape.w.input, y + row * shape.w.output, picks);
  });
}

// Both input rows are mixed into scratch first.
BRICKS_INLINE void resize_linear_plain(const ResizeShape& shape, const float* x, float* y, float* scratch,
                                       std::ptrdiff_t begin, std::ptrdiff_t end) {
  const ResizeAxis& w = shape.w;
  const bool picks = picks_lanes(w.lower, w.input, w.output) && picks_lanes(w.upper, w.input, w.output);
  for_each_output_row(shape, x, 1, begin, end, [&](std::ptrdiff_t row, const float* plane, std::ptrdiff_t h) {
    const float* above = plane + shape.h.lower[h] * w.input;
    const float* below = plane + shape.h.upper[h] * w.input;
    const Vec vertical = broadcast(shape.h.weight[h]);
    for_each_vector(0, w.input, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      store(scratch + i, mix(load(above + i, extent), load(below + i, extent), vertical), extent);
    });
    linear_row(w, scratch, y + row * w.output, picks);
  });
}

}  // namespace bricks::kernels::BRICKS_ISA
