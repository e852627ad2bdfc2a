// Transpose: any permutation of the axes of a plain tensor of 4-byte elements, in cache-sized tiles of
// register transposes. Other element sizes, rarely met, go through strided_copy with transpose_view.
#pragma once

#include "kernels/copy/strided_copy.hpp"
#include "kernels/isa/dispatch.hpp"

#include <cstddef>
#include <span>

namespace bricks::kernels {

// Axis d of y is axis permutation[d] of x, whose sizes are given, as in ONNX.
StridedView transpose_view(std::span<const std::ptrdiff_t> sizes, std::span<const int> permutation,
                           std::ptrdiff_t element_bytes);

// Elements that a tile copies where the innermost axis stays innermost.
inline constexpr std::ptrdiff_t transpose_run = 4096;

// The same work cut into tiles of about 64 x 64 elements, or 1024 long where one side is narrow: made once,
// on the host.
struct TransposePlan {
  StridedView view;
  int axis;                     // of view.nest: the one along which x is contiguous
  std::ptrdiff_t row_tiles;     // along that axis; 0 where it is the innermost, as runs are copied then
  std::ptrdiff_t column_tiles;  // along the innermost axis
  std::ptrdiff_t tiles;         // work units
};
TransposePlan transpose_plan(std::span<const std::ptrdiff_t> sizes, std::span<const int> permutation);

struct TransposeKernels {
  // Tiles [begin, end) of plan.tiles; x and y do not overlap.
  void (*transpose)(const TransposePlan& plan, const float* x, float* y, std::ptrdiff_t begin,
                    std::ptrdiff_t end);
};

template <Isa>
struct TransposeTable {
  static const TransposeKernels table;
};

inline const TransposeKernels& transpose_kernels(Isa isa) { return kernels_for<TransposeTable>(isa); }

}  // namespace bricks::kernels
