// One tile of output channels over all rows of a band: cuts it into register tiles and runs them.
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/direct_tile.hpp"
#include "kernels/conv/narrow_tile.hpp"

namespace bricks::kernels::BRICKS_ISA {

using RunTile = void (*)(const DirectTile&);

// one_row[p - 1] does p <= widest pixels, two_rows[p - 1] does 2 x p, p <= widest_pair. The narrow ones
// leave out padding over whole rows; only direct convolution of blocked inputs has them.
struct TileFunctions {
  const RunTile* one_row;
  const RunTile* two_rows;
  std::ptrdiff_t widest, widest_pair;
  const RunTile* narrow_one_row = nullptr;
  const RunTile* narrow_two_rows = nullptr;
};

// Weights that register tiles bring into the cache while they work. Over a small map a tile of output
// channels is done before the hardware's prefetcher has caught up with the next one's weights; so its first
// register tiles fetch a share each. Nothing is fetched for another unit.
struct WeightsAhead {
  static constexpr std::ptrdiff_t shares = 4;  // as direct_tile's ahead_lines
  const float* next = nullptr;                 // null: nothing to fetch
  std::ptrdiff_t share = 0;                    // floats
};

// One tile of output channels over one band. `first` points to the band's first pixel.
struct BandTile {
  const ConvGeometry& g;
  const Activation& activation;
  TileFunctions functions;
  DirectTile first;
  std::ptrdiff_t vectors, pixel;
  WeightsAhead ahead = {};
  std::ptrdiff_t first_row = 0;  // of the output

  BRICKS_INLINE bool is_narrow() const { return g.leaves_out_padding && g.out_w <= functions.widest; }

  BRICKS_INLINE void run_tile(DirectTile& t, std::ptrdiff_t row, std::ptrdiff_t height,
                              std::ptrdiff_t width) const {
    if (!is_narrow()) return (height == 2 ? functions.two_rows : functions.one_row)[width - 1](t);
    unsigned char trims[most_trimmed_taps];
    fill_trims(g, first_row + row, height, trims);
    t.trims = trims;
    (height == 2 ? functions.narrow_two_rows : functions.narrow_one_row)[width - 1](t);
  }

  // index: counts the register tiles of this band.
  BRICKS_INLINE void tile(std::ptrdiff_t index, std::ptrdiff_t row, std::ptrdiff_t x, std::ptrdiff_t height,
                          std::ptrdiff_t width) const {
    DirectTile t = first;
    t.ahead = index < WeightsAhead::shares && ahead.next ? ahead.next + index * ahead.share : nullptr;
    t.input += row * t.input_row + x * pixel;
    t.out.to += row * t.out.row + x * t.out.pixel;
    if (t.out.residual) t.out.residual += row * t.out.residual_row + x * t.out.residual_pixel;
    run_tile(t, row, height, width);
    if (is_inline(activation)) return;
    for (std::ptrdiff_t v = 0; v < vectors; ++v)
      for (std::ptrdiff_t r = 0; r < height; ++r)
        second_pass(activation, t.out.to + v * t.out.block + r * t.out.row, width, t.out.pixel);
  }

  // Two rows at once where their tile exists: narrow maps then have accumulators enough and weights are read
  // half as often.
  BRICKS_INLINE void rows(std::ptrdiff_t count) const {
    const EvenRuns tiles = pixel_tiles(g.out_w, functions.widest);
    std::ptrdiff_t index = 0;
    for (std::ptrdiff_t r = 0; r < count;) {
      const std::ptrdiff_t height = g.out_w <= functions.widest_pair && r + 2 <= count ? 2 : 1;
      tiles.for_each([&](std::ptrdiff_t x, std::ptrdiff_t width) { tile(index++, r, x, height, width); });
      r += height;
    }
  }

  BRICKS_INLINE void runs(std::ptrdiff_t begin, std::ptrdiff_t count) const {
    const EvenRuns all = flat_runs(g);
    const std::ptrdiff_t origin = all.begin(begin);
    std::ptrdiff_t index = 0;
    all.for_each(begin, count,
                 [&](std::ptrdiff_t x, std::ptrdiff_t width) { tile(index++, 0, x - origin, 1, width); });
  }

  BRICKS_INLINE void run(const BandRows& band) const {
    if (g.flat)
      runs(band.y, band.count);
    else
      rows(band.count);
  }
};

// Output and residual of a band's first pixel in block `vector`.
BRICKS_INLINE TileOutput band_output(const ConvGeometry& g, const ConvArguments& a,
                                     const InlineActivation& activation, const BandRows& rows,
                                     std::ptrdiff_t vector) {
  const auto offset = [&](const ConvStrides& s) __attribute__((always_inline)) {
    const std::ptrdiff_t origin = g.flat ? flat_runs(g).begin(rows.y) * s.pixel : rows.y * s.row;
    return rows.image * s.batch + vector * s.block + origin;
  };
  const ConvStrides &to = g.problem.output, &residual = g.problem.residual;
  return {.to = a.output + offset(to),
          .residual = a.residual ? a.residual + offset(residual) : nullptr,
          .block = to.block,
          .row = to.row,
          .pixel = to.pixel,
          .residual_block = residual.block,
          .residual_row = residual.row,
          .residual_pixel = residual.pixel,
          .activation = &activation};
}

}  // namespace bricks::kernels::BRICKS_ISA
