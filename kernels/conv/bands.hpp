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

// A length in `parts` runs as equal as whole numbers can be: 19 pixels at most 14 a run are 9 + 10. Run i
// begins at floor(size i / parts), found by adding up: dividing for each run took as long as a small register
// tile (a 64-bit division is 42 to 95 cycles on CPUs before Ice Lake).
class EvenRuns {
 public:
  BRICKS_INLINE EvenRuns(std::ptrdiff_t size, std::ptrdiff_t parts)
      : parts_(parts), quotient_(size / parts), remainder_(size % parts) {}

  BRICKS_INLINE std::ptrdiff_t begin(std::ptrdiff_t run) const {
    return run * quotient_ + run * remainder_ / parts_;
  }

  // body(begin, length) of `count` runs from run `first` on.
  template <class Body>
  BRICKS_INLINE void for_each(std::ptrdiff_t first, std::ptrdiff_t count, Body&& body) const {
    std::ptrdiff_t at = 0, rest = 0;
    if (first > 0) at = begin(first), rest = first * remainder_ % parts_;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      std::ptrdiff_t length = quotient_;
      rest += remainder_;
      if (rest >= parts_) rest -= parts_, ++length;
      body(at, length);
      at += length;
    }
  }
  template <class Body>
  BRICKS_INLINE void for_each(Body&& body) const {
    for_each(0, parts_, body);
  }

 private:
  std::ptrdiff_t parts_, quotient_, remainder_;
};

// The runs of a flat map, which are the rows of its work grid.
BRICKS_INLINE EvenRuns flat_runs(const ConvGeometry& g) {
  return EvenRuns(g.out_h * g.out_w, g.rows / g.problem.batch);
}

// A row in tiles of equal width, at most so wide.
BRICKS_INLINE EvenRuns pixel_tiles(std::ptrdiff_t width, std::ptrdiff_t most) {
  return EvenRuns(width, (width + most - 1) / most);
}

}  // namespace bricks::kernels::BRICKS_ISA
