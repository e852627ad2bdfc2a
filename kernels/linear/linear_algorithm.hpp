#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/linear/linear.hpp"
#include "kernels/simd/streams.hpp"
#include "kernels/simd/with_constant.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr int panel_vectors = linear_panel_vectors(this_isa);
inline constexpr int panel_width = panel_vectors * lanes;

// Inputs between two looks at what is asked for ahead.
inline constexpr std::ptrdiff_t inputs_a_step = 8;

// Weights that a pass of rows over a panel asks for meanwhile: its own some way ahead, or, where several
// passes follow each other, a share of the next panel's.
struct PanelAhead {
  const float* weights = nullptr;
  std::ptrdiff_t lines_a_step = 0;
};

// One row goes through several panels at once, each a stream from memory (simd/streams.hpp): a product of
// 8192 by 4096 takes 0.62 (one Zen 3 core) and 0.74 (two) of the time.
struct PanelRows {
  const LinearGeometry& g;
  const LinearArguments& a;

  std::ptrdiff_t x_stride() const { return a.x_stride ? a.x_stride : g.problem.in; }
  std::ptrdiff_t y_stride() const { return a.y_stride ? a.y_stride : g.problem.out; }

  // `panels` panels from `panel` on times `rows` rows of x from `row` on.
  template <int panels, int rows>
  void run(std::ptrdiff_t panel, std::ptrdiff_t row, PanelAhead ahead) const {
    const std::ptrdiff_t in = g.problem.in, stride = x_stride(), panel_floats = panel_width * in;
    const float* x = a.x + row * stride;
    const float* w = a.weights + panel * panel_floats;
    Vec acc[panels][rows][panel_vectors];
    BRICKS_UNROLL
    for (int p = 0; p < panels; ++p) {
      BRICKS_UNROLL
      for (int v = 0; v < panel_vectors; ++v) {
        const Vec bias = load(a.bias + (panel + p) * panel_width + v * lanes);
        BRICKS_UNROLL
        for (int r = 0; r < rows; ++r) acc[p][r][v] = bias;
      }
    }
    const auto add_input = [&](std::ptrdiff_t i) __attribute__((always_inline)) {
      BRICKS_UNROLL
      for (int p = 0; p < panels; ++p) {
        const float* from = w + p * panel_floats;
        if constexpr (panels > 1) prefetch_floats<panel_width>(from + floats_ahead<panels, panel_width>);
        Vec weight[panel_vectors];
        BRICKS_UNROLL
        for (int v = 0; v < panel_vectors; ++v) weight[v] = load(from + v * lanes);
        BRICKS_UNROLL
        for (int r = 0; r < rows; ++r) {
          const Vec value = broadcast(x[r * stride + i]);
          BRICKS_UNROLL
          for (int v = 0; v < panel_vectors; ++v) accumulate_loaded(acc[p][r][v], value, weight[v]);
        }
      }
      w += panel_width;
    };
    std::ptrdiff_t i = 0;
    for (; i + inputs_a_step <= in; i += inputs_a_step) {
      if constexpr (panels == 1)
        for (std::ptrdiff_t line = 0; line < ahead.lines_a_step; ++line, ahead.weights += line_floats)
          prefetch(ahead.weights);
      BRICKS_UNROLL
      for (int step = 0; step < inputs_a_step; ++step) add_input(i + step);
    }
    for (; i < in; ++i) add_input(i);
    BRICKS_UNROLL
    for (int p = 0; p < panels; ++p) {
      BRICKS_UNROLL
      for (int r = 0; r < rows; ++r) store_outputs(acc[p][r], row + r, (panel + p) * panel_width);
    }
  }

  // Of one row, from output `first` on.
  BRICKS_INLINE void store_outputs(const Vec (&acc)[panel_vectors], std::ptrdiff_t row,
                                   std::ptrdiff_t first) const {
    const InlineActivationVec f(inline_activation(a.activation));
    float* y = a.y + row * y_stride() + first;
    BRICKS_UNROLL
    for (int v = 0; v < panel_vectors; ++v) {
      const std::ptrdiff_t left = g.problem.out - first - v * lanes;
      const Vec value = activate_inline(acc[v], f);
      if (left >= lanes)
        store(y + v * lanes, value);
      else if (left > 0)
        store_partial(y + v * lanes, value, static_cast<int>(left));
    }
  }

  // What a pass asks for, of so many over a panel.
  PanelAhead ahead(std::ptrdiff_t panel, bool is_last, std::ptrdiff_t pass, std::ptrdiff_t passes) const {
    constexpr std::ptrdiff_t step_lines = inputs_a_step * panel_width / line_floats;
    const float* const weights = a.weights + panel * panel_width * g.problem.in;
    if (passes == 1) return {weights + floats_ahead<1, panel_width>, step_lines};
    if (is_last) return {};
    const std::ptrdiff_t lines = (step_lines + passes - 1) / passes, steps = g.problem.in / inputs_a_step;
    return {weights + panel_width * g.problem.in + pass * steps * lines * line_floats, lines};
  }

  // All rows in passes as equal as whole numbers can be.
  BRICKS_INLINE void panel(std::ptrdiff_t panel, bool is_last) const {
    const std::ptrdiff_t rows = g.problem.batch, passes = (rows + linear_pass_rows - 1) / linear_pass_rows;
    for (std::ptrdiff_t i = 0; i < passes; ++i) {
      const std::ptrdiff_t begin = rows * i / passes, end = rows * (i + 1) / passes;
      with_constant<linear_pass_rows>(end - begin, [&]<int count>(std::integral_constant<int, count>) {
        run<1, count>(panel, begin, ahead(panel, is_last, i, passes));
      });
    }
  }

  // One row through several panels.
  BRICKS_INLINE void side_by_side(std::ptrdiff_t panel, std::ptrdiff_t count) const {
    with_constant<memory_streams>(
        count, [&]<int panels>(std::integral_constant<int, panels>) { run<panels, 1>(panel, 0, {}); });
  }
};

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
  const PanelRows product{g, a};
  for (std::ptrdiff_t panel = begin, count = 1; panel < end; panel += count) {
    count = g.problem.batch > 1 ? 1 : end - panel < memory_streams ? end - panel : memory_streams;
    if (count > 1)
      product.side_by_side(panel, count);
    else
      product.panel(panel, panel + 1 == end);
    for (std::ptrdiff_t i = 0; i < count && !is_inline(a.activation); ++i)
      second_pass_of_panel(g, a, panel + i);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
