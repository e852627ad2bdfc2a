// The register tile of direct convolution for maps as wide as one tile, which leaves out what lies in the
// padding: of a 4x4 kernel with stride 2 over 4x4 output pixels that is a quarter of all products.
//
// Two Zen 4 cores, AVX-512, before and with it: 4x4 with stride 2, 512->512 from 8 px 0.63 and 0.50 ms (AVX2
// 0.66 and 0.57, SSE4.2 2.12 and 1.67), 3x3 256->128 at 4 px 0.045 and 0.033 (AVX2 0.049 and 0.041), 512->512
// at 7 px 1.04 and 0.87, with stride 2 from 14 px 1.05 and 0.96, 1x3 384->384 at 8 px 0.255 and 0.239.
// Accumulators stay in registers over a tap; from tap to tap gcc 12 moves one of the largest tiles' to the
// stack.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/conv/direct_tile.hpp"

namespace bricks::kernels::BRICKS_ISA {

// What of a tile lies in the padding under one tap. Of columns one at most is left out, on one side; a band
// has zeros for all others.
struct TileTrim {
  enum Rows { both_rows, first_row, second_row, no_row };
  enum Columns { all_columns, not_first, not_last };
  static constexpr int of_rows = 4;
  static constexpr unsigned char code(int rows, int columns) {
    return static_cast<unsigned char>(columns * of_rows + rows);
  }
};

BRICKS_INLINE bool is_padding(std::ptrdiff_t at, std::ptrdiff_t size) { return at < 0 || at >= size; }

// Of every tap, for `height` output rows from y on.
BRICKS_INLINE void fill_trims(const ConvGeometry& g, std::ptrdiff_t y, std::ptrdiff_t height,
                              unsigned char* trims) {
  const ConvProblem& p = g.problem;
  for (std::ptrdiff_t ky = 0; ky < p.kernel_h; ++ky) {
    const std::ptrdiff_t first = y * p.stride_h - p.pad_top + ky * p.dilation_h;
    const bool lacks_first = is_padding(first, p.in_h);
    const bool lacks_last = is_padding(first + (height - 1) * p.stride_h, p.in_h);
    const int rows = lacks_first && lacks_last ? TileTrim::no_row
                     : lacks_first             ? TileTrim::second_row
                     : lacks_last              ? TileTrim::first_row
                                               : TileTrim::both_rows;
    for (std::ptrdiff_t kx = 0; kx < p.kernel_w; ++kx) {
      const std::ptrdiff_t left = kx * p.dilation_w - p.pad_left;
      const int columns = is_padding(left, p.in_w)                                ? TileTrim::not_first
                          : is_padding(left + (g.out_w - 1) * p.stride_w, p.in_w) ? TileTrim::not_last
                                                                                  : TileTrim::all_columns;
      *trims++ = TileTrim::code(rows, columns);
    }
  }
}

// One tap of one block of input channels.
template <int V, int R, int P, TileWindow window>
BRICKS_INLINE void narrow_tap(Vec (&acc)[V][R][P], const float* x, const float* next, std::ptrdiff_t row,
                              const float* w) {
  for (int left = lanes; left > 0;
       left -= channel_group, x += channel_group, next += channel_group * P, w += channel_group * V * lanes) {
    forget_origin(x);
    if (!hardware_prefetches) prefetch_group<V, R, P>(w, next, row);
    channel_group_step<V, R, P, false, window>(acc, x, row, w);
  }
}

template <int V, int R, int P, TileTrim::Columns columns>
BRICKS_INLINE void narrow_rows(Vec (&acc)[V][R][P], int rows, const float* x, const float* next,
                               std::ptrdiff_t row, const float* w) {
  constexpr int begin = columns == TileTrim::not_first ? 1 : 0;
  constexpr int end = columns == TileTrim::not_last ? P - 1 : P;
  if (rows == TileTrim::both_rows)
    return narrow_tap<V, R, P, TileWindow{0, R, begin, end}>(acc, x, next, row, w);
  if constexpr (R == 2) {
    if (rows == TileTrim::first_row)
      return narrow_tap<V, R, P, TileWindow{0, 1, begin, end}>(acc, x, next, row, w);
    if (rows == TileTrim::second_row) narrow_tap<V, R, P, TileWindow{1, 2, begin, end}>(acc, x, next, row, w);
  }
}

template <int V, int R, int P>
void narrow_tile(const DirectTile& t) {
  Vec acc[V][R][P];
  begin_tile(acc, t);
  const float* w = t.weights;
  const float* ahead = t.ahead;
  const float* block = t.input;
  const std::ptrdiff_t row = t.input_row;
  const std::ptrdiff_t full_blocks = t.last_lanes == lanes ? t.blocks : t.blocks - 1;
  for (std::ptrdiff_t b = 0; b < full_blocks; ++b, block += t.block_stride) {
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap, w += V * lanes * lanes) {
      if (ahead)
        for (int line = 0; line < ahead_lines<V, R, P>; ++line, ahead += line_floats) prefetch(ahead);
      const float *x = block + t.taps[tap], *next = x + t.block_stride;
      const int rows = t.trims[tap] % TileTrim::of_rows, columns = t.trims[tap] / TileTrim::of_rows;
      if (columns == TileTrim::all_columns)
        narrow_rows<V, R, P, TileTrim::all_columns>(acc, rows, x, next, row, w);
      else if (columns == TileTrim::not_first)
        narrow_rows<V, R, P, TileTrim::not_first>(acc, rows, x, next, row, w);
      else
        narrow_rows<V, R, P, TileTrim::not_last>(acc, rows, x, next, row, w);
    }
  }
  if (full_blocks < t.blocks)
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap)
      for (std::ptrdiff_t i = 0; i < t.last_lanes; ++i, w += V * lanes)
        channel_step<V, R, P, lanes>(acc, block + t.taps[tap] + i, row, w);
  finish_tile(acc, t.out);
}

}  // namespace bricks::kernels::BRICKS_ISA
