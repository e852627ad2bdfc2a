#pragma once

#include "kernels/reduce/reduction.hpp"
#include "kernels/simd/transpose.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t reduce_block = 256;
// Innermost runs up to this length are reduced lanes outputs at a time: 16 times as fast as one by one for
// runs of 8.
inline constexpr std::ptrdiff_t short_run = 64;

// Innermost axis kept: `vectors` x lanes neighbouring outputs side by side, all their terms one after the
// other, in blocks of at most reduce_block.
template <ReduceFunction f, int vectors, class Extent>
BRICKS_INLINE void reduce_columns(const Iteration<1>& reduced, const float* x, const Vec (&largest)[vectors],
                                  Vec (&total)[vectors], Extent extent) {
  BRICKS_UNROLL
  for (int v = 0; v < vectors; ++v) total[v] = broadcast(neutral_term<f>());
  const std::ptrdiff_t row_stride = reduced.stride[0][reduced.rank - 2],
                       stride = reduced.stride[0][reduced.rank - 1];
  for_each_panel(reduced, 0, reduced.count, [&](const Panel<1>& panel) {
    for (std::ptrdiff_t row = 0; row < panel.rows; ++row)
      for (std::ptrdiff_t from = 0; from < panel.columns; from += reduce_block) {
        const std::ptrdiff_t to = from + reduce_block < panel.columns ? from + reduce_block : panel.columns;
        Vec block[vectors];
        BRICKS_UNROLL
        for (int v = 0; v < vectors; ++v) block[v] = broadcast(neutral_term<f>());
        for (std::ptrdiff_t i = from; i < to; ++i) {
          const float* at = x + panel.offset[0] + row * row_stride + i * stride;
          BRICKS_UNROLL
          for (int v = 0; v < vectors; ++v)
            block[v] = combine<f>(block[v], term<f>(load(at + v * lanes, extent), largest[v]));
        }
        BRICKS_UNROLL
        for (int v = 0; v < vectors; ++v) total[v] = combine<f>(total[v], block[v]);
      }
  });
}

template <ReduceFunction f, int vectors, class Extent>
BRICKS_INLINE void reduce_outputs(const Iteration<1>& reduced, const float* x, float* y, Extent extent) {
  Vec largest[vectors], total[vectors];
  BRICKS_UNROLL
  for (int v = 0; v < vectors; ++v) largest[v] = zero();
  if constexpr (f == ReduceFunction::log_sum_exp) {
    reduce_columns<ReduceFunction::max, vectors>(reduced, x, largest, total, extent);
    BRICKS_UNROLL
    for (int v = 0; v < vectors; ++v) largest[v] = finite(total[v]);
  }
  reduce_columns<f, vectors>(reduced, x, largest, total, extent);
  const Vec inverse = broadcast(1.0f / static_cast<float>(reduced.count));
  BRICKS_UNROLL
  for (int v = 0; v < vectors; ++v) store(y + v * lanes, finish<f>(total[v], largest[v], inverse), extent);
}

// Innermost axis reduced: the terms of a run of neighbours in the lanes of four accumulators.
template <ReduceFunction f>
BRICKS_INLINE Vec reduce_run(const float* x, std::ptrdiff_t count, Vec largest) {
  const Vec start = broadcast(neutral_term<f>());
  Vec total = start;
  std::ptrdiff_t i = 0;
  while (count - i >= 4 * lanes) {
    const std::ptrdiff_t left = count - i,
                         to = i + (left < reduce_block * lanes ? left : reduce_block * lanes);
    Vec part[4] = {start, start, start, start};
    for (; i + 4 * lanes <= to; i += 4 * lanes) {
      BRICKS_UNROLL
      for (int k = 0; k < 4; ++k) part[k] = combine<f>(part[k], term<f>(load(x + i + k * lanes), largest));
    }
    total = combine<f>(total, combine<f>(combine<f>(part[0], part[1]), combine<f>(part[2], part[3])));
  }
  for_each_vector(i, count, [&](std::ptrdiff_t at, auto extent) BRICKS_INLINE_LAMBDA {
    total = combine<f>(total, term<f>(load_filled(x + at, extent, neutral_element<f>()), largest));
  });
  return total;
}

template <ReduceFunction f>
BRICKS_INLINE Vec reduce_runs(const Iteration<1>& reduced, const float* x, Vec largest) {
  Vec total = broadcast(neutral_term<f>());
  const std::ptrdiff_t row_stride = reduced.stride[0][reduced.rank - 2];
  for_each_panel(reduced, 0, reduced.count, [&](const Panel<1>& panel) {
    for (std::ptrdiff_t row = 0; row < panel.rows; ++row)
      total =
          combine<f>(total, reduce_run<f>(x + panel.offset[0] + row * row_stride, panel.columns, largest));
  });
  return fold_lanes<f>(total);
}

template <ReduceFunction f>
BRICKS_INLINE void reduce_output(const Iteration<1>& reduced, const float* x, float* y) {
  Vec largest = zero();
  if constexpr (f == ReduceFunction::log_sum_exp)
    largest = finite(reduce_runs<ReduceFunction::max>(reduced, x, largest));
  const Vec inverse = broadcast(1.0f / static_cast<float>(reduced.count));
  store_partial(y, finish<f>(reduce_runs<f>(reduced, x, largest), largest, inverse), 1);
}

// body(v) for the terms of `outputs` neighbouring runs in order, lane k holding the term of run k.
template <class Body>
BRICKS_INLINE void for_each_term(const float* x, std::ptrdiff_t run_stride, std::ptrdiff_t count, int outputs,
                                 Body body) {
  std::ptrdiff_t i = 0;
  if (outputs == lanes)
    for (; i + 4 <= count; i += 4) {
      Vec a = load_quads(x + i, run_stride), b = load_quads(x + run_stride + i, run_stride);
      Vec c = load_quads(x + 2 * run_stride + i, run_stride),
          d = load_quads(x + 3 * run_stride + i, run_stride);
      transpose_quads(a, b, c, d);
      body(a), body(b), body(c), body(d);
    }
  for (; i < count; ++i) {
    alignas(64) float terms[lanes] = {};
    for (int k = 0; k < outputs; ++k) terms[k] = x[k * run_stride + i];
    body(load(terms));
  }
}

template <ReduceFunction f>
BRICKS_INLINE Vec reduce_short_runs(const float* x, std::ptrdiff_t run_stride, std::ptrdiff_t count,
                                    int outputs, Vec largest) {
  Vec total = broadcast(neutral_term<f>());
  for_each_term(x, run_stride, count, outputs,
                [&](Vec v) BRICKS_INLINE_LAMBDA { total = combine<f>(total, term<f>(v, largest)); });
  return total;
}

template <ReduceFunction f>
BRICKS_INLINE void reduce_outputs_of_short_runs(std::ptrdiff_t count, std::ptrdiff_t run_stride,
                                                const float* x, float* y, std::ptrdiff_t columns) {
  const Vec inverse = broadcast(1.0f / static_cast<float>(count));
  for (std::ptrdiff_t i = 0; i < columns; i += lanes) {
    const int outputs = columns - i < lanes ? static_cast<int>(columns - i) : lanes;
    const float* from = x + i * run_stride;
    Vec largest = zero();
    if constexpr (f == ReduceFunction::log_sum_exp)
      largest = finite(reduce_short_runs<ReduceFunction::max>(from, run_stride, count, outputs, largest));
    const Vec total = reduce_short_runs<f>(from, run_stride, count, outputs, largest);
    store_partial(y + i, finish<f>(total, largest, inverse), outputs);
  }
}

template <ReduceFunction f>
BRICKS_INLINE void reduce_row(const Iteration<1>& reduced, const float* x, float* y, std::ptrdiff_t columns) {
  std::ptrdiff_t i = 0;
  for (; i + 4 * lanes <= columns; i += 4 * lanes) reduce_outputs<f, 4>(reduced, x + i, y + i, Whole{});
  for_each_vector(i, columns, [&](std::ptrdiff_t at, auto extent) {
    reduce_outputs<f, 1>(reduced, x + at, y + at, extent);
  });
}

template <ReduceFunction f>
BRICKS_INLINE void reduce(const ReduceShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                          std::ptrdiff_t end) {
  const Iteration<1>& kept = shape.kept;
  const std::ptrdiff_t row_stride = kept.stride[0][kept.rank - 2], stride = kept.stride[0][kept.rank - 1];
  const bool outputs_are_neighbours = stride == 1;
  const Iteration<1>& reduced = shape.reduced;
  const bool short_runs = reduced.rank == 2 && reduced.size[0] == 1 && reduced.stride[0][1] == 1 &&
                          reduced.count <= short_run && stride >= reduced.count;
  for_each_panel(kept, begin, end, [&](const Panel<1>& panel) {
    for (std::ptrdiff_t row = 0; row < panel.rows; ++row) {
      const float* from = x + panel.offset[0] + row * row_stride;
      float* to = y + panel.output + row * panel.columns;
      if (outputs_are_neighbours)
        reduce_row<f>(shape.reduced, from, to, panel.columns);
      else if (short_runs)
        reduce_outputs_of_short_runs<f>(reduced.count, stride, from, to, panel.columns);
      else
        for (std::ptrdiff_t i = 0; i < panel.columns; ++i)
          reduce_output<f>(shape.reduced, from + i * stride, to + i);
    }
  });
}

}  // namespace bricks::kernels::BRICKS_ISA
