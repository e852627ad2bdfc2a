// Cutting work: a range of rows into bands, a row into tiles of pixels.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Rows [y, y + count) of one image; runs of pixels where the geometry is flat.
struct BandRows {
  std::ptrdiff_t image, y, count;
};

template <class Body>
BRICKS_INLINE void for_each_band(const ConvGeometry& g, const ConvRange& range, Body&& body) {
  const std::ptrdiff_t image_rows = g.rows / g.problem.batch;
  for (std::ptrdiff_t r = range.row_begin; r < range.row_end;) {
    const std::ptrdiff_t image = r / image_rows, y = r % image_rows;
    std::ptrdiff_t count = range.row_end - r;
    if (count > image_rows - y) count = image_rows - y;
    if (count > g.band_rows) count = g.band_rows;
    body(BandRows{image, y, count});
    r += count;
  }
}

// Where run r of a flat map begins: as equal as whole pixels can be.
BRICKS_INLINE std::ptrdiff_t flat_pixel(const ConvGeometry& g, std::ptrdiff_t r) {
  return g.out_h * g.out_w * r / (g.rows / g.problem.batch);
}

// Equal-width tiles: 19 pixels at 14 a tile are 9 + 10. body(first pixel, pixels)
template <class Body>
BRICKS_INLINE void for_each_pixel_tile(std::ptrdiff_t width, std::ptrdiff_t most, Body&& body) {
  const std::ptrdiff_t tiles = (width + most - 1) / most;
  for (std::ptrdiff_t i = 0; i < tiles; ++i) {
    const std::ptrdiff_t begin = width * i / tiles;
    body(begin, width * (i + 1) / tiles - begin);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
