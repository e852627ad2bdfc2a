#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/linear/linear.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr int panel_vectors = 4;
inline constexpr int panel_width = panel_vectors * lanes;

// Rows of x that share a pass over a panel: 4 x 6 accumulators of 32 registers, 4 x 2 of 16.
#if defined(BRICKS_ISA_AVX512) || defined(BRICKS_ISA_NEON64)
inline constexpr int most_rows = 6;
#else
inline constexpr int most_rows = 2;
#endif

// How far ahead of its use a weight is asked for. One thread's stream at batch 1 is bound by how many cache
// lines are under way, and the hardware's own prefetcher stops at each 4 KiB page.
inline constexpr std::ptrdiff_t prefetch_floats = 1024;

template <int rows>
void panel_rows(const LinearGeometry& g, const LinearArguments& a, std::ptrdiff_t panel, std::ptrdiff_t row) {
  const std::ptrdiff_t in = g.problem.in, x_stride = a.x_stride ? a.x_stride : in;
  const float* x = a.x + row * x_stride;
  const float* w = a.weights + panel * panel_width * in;
  Vec acc[rows][panel_vectors];
  BRICKS_UNROLL
  for (int v = 0; v < panel_vectors; ++v) {
    BRICKS_UNROLL
    for (int r = 0; r < rows; ++r) acc[r][v] = load(a.bias + panel * panel_width + v * lanes);
  }
  for (std::ptrdiff_t i = 0; i < in; ++i, w += panel_width) {
    BRICKS_UNROLL
    for (int byte = 0; byte < panel_width * 4; byte += 64)
      prefetch(reinterpret_cast<const char*>(w + prefetch_floats) + byte);
    Vec weight[panel_vectors];
    BRICKS_UNROLL
    for (int v = 0; v < panel_vectors; ++v) weight[v] = load(w + v * lanes);
    BRICKS_UNROLL
    for (int r = 0; r < rows; ++r) {
      const Vec value = broadcast(x[r * x_stride + i]);
      BRICKS_UNROLL
      for (int v = 0; v < panel_vectors; ++v) accumulate(acc[r][v], value, weight[v]);
    }
  }
  const InlineActivationVec f(inline_activation(a.activation));
  const std::ptrdiff_t first = panel * panel_width, y_stride = a.y_stride ? a.y_stride : g.problem.out;
  BRICKS_UNROLL
  for (int r = 0; r < rows; ++r) {
    float* y = a.y + (row + r) * y_stride + first;
    BRICKS_UNROLL
    for (int v = 0; v < panel_vectors; ++v) {
      const std::ptrdiff_t left = g.problem.out - first - v * lanes;
      const Vec value = activate_inline(acc[r][v], f);
      if (left >= lanes)
        store(y + v * lanes, value);
      else if (left > 0)
        store_partial(y + v * lanes, value, static_cast<int>(left));
    }
  }
}

template <int rows>
BRICKS_INLINE void panel_tail(const LinearGeometry& g, const LinearArguments& a, std::ptrdiff_t panel,
                              std::ptrdiff_t row, std::ptrdiff_t left) {
  if constexpr (rows > 0) {
    if (left == rows)
      panel_rows<rows>(g, a, panel, row);
    else
      panel_tail<rows - 1>(g, a, panel, row, left);
  }
}

BRICKS_INLINE void second_pass_of_panel(const LinearGeometry& g, const LinearArguments& a,
                                        std::ptrdiff_t panel) {
  const std::ptrdiff_t begin = panel * panel_width, y_stride = a.y_stride ? a.y_stride : g.problem.out;
  const std::ptrdiff_t end = begin + panel_width < g.problem.out ? begin + panel_width : g.problem.out;
  for (std::ptrdiff_t row = 0; row < g.problem.batch; ++row)
    ActivationTable<this_isa>::table.apply(a.activation, a.y + row * y_stride, a.y + row * y_stride, begin,
                                           end);
}

BRICKS_INLINE void linear(const LinearGeometry& g, const LinearArguments& a, std::ptrdiff_t begin,
                          std::ptrdiff_t end) {
  for (std::ptrdiff_t panel = begin; panel < end; ++panel) {
    std::ptrdiff_t row = 0;
    for (; row + most_rows <= g.problem.batch; row += most_rows) panel_rows<most_rows>(g, a, panel, row);
    panel_tail<most_rows - 1>(g, a, panel, row, g.problem.batch - row);
    if (!is_inline(a.activation)) second_pass_of_panel(g, a, panel);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
