// How Winograd's method cuts a kernel into pieces and a map into tiles.
#pragma once

#include "kernels/conv/conv.hpp"

namespace bricks::kernels {

// One side: pieces of `taps` taps that lie a stride apart, tiles of `points` points, so many of them in each
// interleaved image, whose last one does without `last_lacks` points.
struct WinogradCut {
  std::ptrdiff_t points = 0, taps = 0, pieces = 0, tiles = 0, last_lacks = 0;
  std::ptrdiff_t multiplications = 0;  // of all pieces and tiles
};

struct WinogradCuts {
  WinogradCut h, w;

  std::ptrdiff_t points() const { return h.points * w.points; }
  std::ptrdiff_t pieces() const { return h.pieces * w.pieces; }
  std::ptrdiff_t multiplications() const { return h.multiplications * w.multiplications; }
};

// On `points` points, 4 or 6, along each side on which the kernel has several taps: by the fewest
// multiplications, of equals the most taps, so the fewest filters.
WinogradCuts winograd_cuts(const ConvProblem& problem, std::ptrdiff_t out_h, std::ptrdiff_t out_w,
                           std::ptrdiff_t points);

// A kernel of one row or column.
inline bool is_line(const ConvProblem& problem) { return problem.kernel_h == 1 || problem.kernel_w == 1; }

}  // namespace bricks::kernels
