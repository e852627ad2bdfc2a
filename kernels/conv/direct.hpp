// Driver of direct convolution: a band of input at a time, under it every tile of output channels, under that
// the band's rows and pixels. So a band is packed once and read from L2, and a tile's weights serve the whole
// band from L2.
#pragma once

#include "kernels/conv/band.hpp"
#include "kernels/conv/band_tile.hpp"
#include "kernels/conv/tile_table.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Floats ahead of its use that a weight is asked for.
inline constexpr std::ptrdiff_t single_ahead = 1024;

// Direct convolution over a blocked (pixel = c) or plain (pixel = 1) input.
template <int pixel, class Table>
struct Direct {
  const ConvGeometry& g;
  const ConvArguments& a;
  const Table& table;  // functions(vectors) gives the TileFunctions
  const ConvRange& range;
  std::ptrdiff_t* taps;
  float* band;
  InlineActivation activation;

  // Where the kernel finds the first pixel of a band's rows for one group.
  BRICKS_INLINE void place_input(DirectTile& t, const BandRows& rows, std::ptrdiff_t group) const {
    const ConvProblem& p = g.problem;
    const float* from = a.input + rows.image * p.input.batch + group * g.group_in_blocks * p.input.block;
    const std::ptrdiff_t blocks = pixel == 1 ? p.in_channels : g.group_in_blocks;
    if (g.packed) pack_band<pixel>(g, from, blocks, rows.y, rows.count, band);
    const std::ptrdiff_t origin =
        g.flat ? flat_runs(g).begin(rows.y) * pixel : rows.y * p.stride_h * p.input.row;
    t.input = g.packed ? band : from + origin;
    t.input_row = g.packed ? g.band.row_step * g.band.row : p.stride_h * p.input.row;
    t.block_stride = g.packed ? g.band.block : p.input.block;
    t.blocks = g.group_in_blocks;
    t.last_lanes = g.group_in - (g.group_in_blocks - 1) * lanes;
  }

  // A single register tile of few pixels uses each weight once: there its own ones some way ahead.
  BRICKS_INLINE WeightsAhead weights_ahead(const DirectTile& t, const BandRows& rows, std::ptrdiff_t vectors,
                                           bool is_last) const {
    const std::ptrdiff_t weights = vectors * lanes * g.group_in * g.problem.kernel_h * g.problem.kernel_w;
    const bool single = rows.count == 1 && g.out_w * g.out_h < 8;
    if (single) return {t.weights + single_ahead, 0};
    if (is_last) return {t.weights, 0};
    return {t.weights + weights, weights / WeightsAhead::shares};
  }

  BRICKS_INLINE void tiles_of_group(const BandRows& rows, std::ptrdiff_t group, std::ptrdiff_t begin,
                                    std::ptrdiff_t end) const {
    DirectTile t;
    t.taps = taps;
    t.tap_count = g.problem.kernel_h * g.problem.kernel_w * (pixel == 1 ? g.problem.in_channels : 1);
    place_input(t, rows, group);
    const std::ptrdiff_t vector_weights = g.group_in * g.problem.kernel_h * g.problem.kernel_w * lanes;
    for (std::ptrdiff_t i = begin; i < end; ++i) {
      const std::ptrdiff_t vector = group * g.group_out_vectors + i * most_vectors;
      const std::ptrdiff_t left = g.group_out_vectors - i * most_vectors;
      const std::ptrdiff_t vectors = left < most_vectors ? left : most_vectors;
      t.weights = a.weights + vector * vector_weights;
      t.bias = a.bias + vector * lanes;
      t.out = band_output(g, a, activation, rows, vector);
      BandTile{g,
               a.activation,
               table.functions(vectors),
               t,
               vectors,
               pixel,
               weights_ahead(t, rows, vectors, i + 1 == end)}
          .run(rows);
    }
  }

  BRICKS_INLINE void run() const {
    for_each_band(g, range, [&](const BandRows& rows) {
      for (std::ptrdiff_t tile = range.tile_begin; tile < range.tile_end;) {
        const std::ptrdiff_t group = tile / g.group_tiles, begin = tile - group * g.group_tiles;
        std::ptrdiff_t count = range.tile_end - tile;
        if (count > g.group_tiles - begin) count = g.group_tiles - begin;
        tiles_of_group(rows, group, begin, begin + count);
        tile += count;
      }
    });
  }
};

template <int pixel, class Table>
BRICKS_INLINE void run_direct(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range,
                              void* scratch, const Table& table) {
  std::ptrdiff_t* taps = static_cast<std::ptrdiff_t*>(scratch);
  fill_taps<pixel>(g, taps);
  Direct<pixel, Table>{g, a, table, range, taps, band_of(g, scratch), inline_activation(a.activation)}.run();
}

}  // namespace bricks::kernels::BRICKS_ISA
