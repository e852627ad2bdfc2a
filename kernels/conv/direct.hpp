// Driver of direct convolution: a band of input at a time, under it every tile of output channels, under that
// the band's rows and pixels. So a band is packed once and read from L2, and a tile's weights serve the whole
// band from L2.
#pragma once

#include "kernels/conv/band.hpp"
#include "kernels/conv/band_tile.hpp"
#include "kernels/conv/tile_table.hpp"
#include "kernels/simd/streams.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Direct convolution over a blocked (pixel = c) or plain (pixel = 1) input.
template <int pixel, class Table>
struct Direct {
  const ConvGeometry& g;
  const ConvArguments& a;
  // functions(vectors, half) gives the TileFunctions, channel_weights(vectors) the weights of one tap of one
  // input channel, part_blocks(weights of a block) how many blocks of input channels a part has.
  const Table& table;
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
  BRICKS_INLINE WeightsAhead weights_ahead(const DirectTile& t, const BandRows& rows,
                                           std::ptrdiff_t block_weights, bool is_last) const {
    const std::ptrdiff_t weights =
        t.blocks * block_weights - (lanes - t.last_lanes) * (block_weights / lanes);
    const bool single = rows.count == 1 && g.out_w * g.out_h < 8;
    if (single) return {t.weights + floats_ahead<1, lanes>, 0};
    if (is_last || pixel == 1) return {};
    return {t.weights + weights, weights / WeightsAhead::shares};
  }

  // Blocks of input channels in a part; all of them where parts do not pay or the output is not free yet.
  BRICKS_INLINE std::ptrdiff_t blocks_of_part(const DirectTile& t, const BandRows& rows,
                                              std::ptrdiff_t block_weights) const {
    const bool is_used_once = g.flat ? rows.count == 1 : rows.count * g.out_w <= g.tile_pixels;
    if (pixel == 1 || is_used_once || a.residual == a.output) return t.blocks;
    return table.part_blocks(block_weights);
  }

  // Calls body(tile, whether it is the last) for every part of the input channels.
  template <class Body>
  BRICKS_INLINE void for_each_part(const DirectTile& whole, std::ptrdiff_t blocks,
                                   std::ptrdiff_t block_weights, Body&& body) const {
    constexpr InlineActivation no_activation;
    DirectTile t = whole;
    for (std::ptrdiff_t begin = 0; begin < whole.blocks; begin += blocks) {
      const bool is_last = begin + blocks >= whole.blocks;
      t.input = whole.input + begin * whole.block_stride;
      t.weights = whole.weights + begin * block_weights;
      t.blocks = is_last ? whole.blocks - begin : blocks;
      t.last_lanes = is_last ? whole.last_lanes : lanes;
      t.resumes = begin > 0;
      t.out.residual = is_last ? whole.out.residual : nullptr;
      t.out.activation = is_last ? whole.out.activation : &no_activation;
      body(t, is_last);
    }
  }

  // Of the lanes of a group's last output vector. On Zen 4 the 1x1 convolutions of mobilenet_v2 that end so
  // take 2 to 5 % less (816 -> 136, 528 -> 88 channels), the model 1.2 to 1.6 %.
  BRICKS_INLINE bool half_is_enough() const {
    const std::ptrdiff_t used = g.group_out % lanes;
    return used > 0 && used <= lanes / 2;
  }

  BRICKS_INLINE void tiles_of_group(const BandRows& rows, std::ptrdiff_t group, std::ptrdiff_t begin,
                                    std::ptrdiff_t end) const {
    constexpr Activation no_activation;
    DirectTile t;
    t.taps = taps;
    t.tap_count = g.problem.kernel_h * g.problem.kernel_w * (pixel == 1 ? g.problem.in_channels : 1);
    place_input(t, rows, group);
    const std::ptrdiff_t vector_weights = g.group_in * g.problem.kernel_h * g.problem.kernel_w * lanes;
    for (std::ptrdiff_t i = begin; i < end; ++i) {
      const std::ptrdiff_t first = g.vectors_of_tile(i).first, vectors = g.vectors_of_tile(i).count;
      const std::ptrdiff_t vector = group * g.group_out_vectors + first;
      const bool half = first + vectors == g.group_out_vectors && half_is_enough();
      t.weights = a.weights + vector * vector_weights;
      t.bias = a.bias + vector * lanes;
      t.out = band_output(g, a, activation, rows, vector);
      const std::ptrdiff_t block_weights =
          table.channel_weights(vectors) * (pixel == 1 ? 1 : lanes) * t.tap_count;
      for_each_part(t, blocks_of_part(t, rows, block_weights), block_weights,
                    [&](const DirectTile& part, bool is_last) {
                      BandTile{g,
                               is_last ? a.activation : no_activation,
                               table.functions(vectors, half),
                               part,
                               vectors,
                               pixel,
                               weights_ahead(part, rows, block_weights, is_last && i + 1 == end),
                               rows.y}
                          .run(rows);
                    });
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
