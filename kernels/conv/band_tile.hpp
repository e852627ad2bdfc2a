// One tile of output channels over all rows of a band: cuts it into register tiles and runs them.
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/direct_tile.hpp"

namespace bricks::kernels::BRICKS_ISA {

using RunTile = void (*)(const DirectTile&);

// one_row[p - 1] does p <= widest pixels, two_rows[p - 1] does 2 x p, p <= widest_pair.
struct TileFunctions {
  const RunTile* one_row;
  const RunTile* two_rows;
  std::ptrdiff_t widest, widest_pair;
};

// One tile of output channels over one band. `first` points to the band's first pixel.
struct BandTile {
  const ConvGeometry& g;
  const Activation& activation;
  TileFunctions functions;
  DirectTile first;
  std::ptrdiff_t vectors, pixel;

  BRICKS_INLINE void tile(std::ptrdiff_t row, std::ptrdiff_t x, std::ptrdiff_t height,
                          std::ptrdiff_t width) const {
    DirectTile t = first;
    t.input += row * t.input_row + x * pixel;
    t.out.to += row * t.out.row + x * t.out.pixel;
    if (t.out.residual) t.out.residual += row * t.out.residual_row + x * t.out.residual_pixel;
    (height == 2 ? functions.two_rows : functions.one_row)[width - 1](t);
    if (is_inline(activation)) return;
    for (std::ptrdiff_t v = 0; v < vectors; ++v)
      for (std::ptrdiff_t r = 0; r < height; ++r)
        second_pass(activation, t.out.to + v * t.out.block + r * t.out.row, width, t.out.pixel);
  }

  // Two rows at once where their tile exists: narrow maps then have accumulators enough and weights are read
  // half as often.
  BRICKS_INLINE void rows(std::ptrdiff_t count) const {
    for (std::ptrdiff_t r = 0; r < count;) {
      const std::ptrdiff_t height = g.out_w <= functions.widest_pair && r + 2 <= count ? 2 : 1;
      for_each_pixel_tile(g.out_w, functions.widest,
                          [&](std::ptrdiff_t x, std::ptrdiff_t width) { tile(r, x, height, width); });
      r += height;
    }
  }

  BRICKS_INLINE void flat_runs(std::ptrdiff_t begin, std::ptrdiff_t count) const {
    for (std::ptrdiff_t r = begin; r < begin + count; ++r) {
      const std::ptrdiff_t x = flat_pixel(g, r);
      tile(0, x - flat_pixel(g, begin), 1, flat_pixel(g, r + 1) - x);
    }
  }

  BRICKS_INLINE void run(const BandRows& band) const {
    if (g.flat)
      flat_runs(band.y, band.count);
    else
      rows(band.count);
  }
};

// Output and residual of a band's first pixel in block `vector`.
BRICKS_INLINE TileOutput band_output(const ConvGeometry& g, const ConvArguments& a,
                                     const InlineActivation& activation, const BandRows& rows,
                                     std::ptrdiff_t vector) {
  const auto offset = [&](const ConvStrides& s) __attribute__((always_inline)) {
    const std::ptrdiff_t origin = g.flat ? flat_pixel(g, rows.y) * s.pixel : rows.y * s.row;
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
