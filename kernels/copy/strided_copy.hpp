// y = a strided view of x, written contiguously: the kernel of Slice, Expand, Tile and Gather by one index.
#pragma once

#include "kernels/iteration/iteration.hpp"

#include <cstddef>

namespace bricks::kernels {

// What an element is, in bytes, is up to the caller: 4 for float, 8 for int64, 4 * lanes for a pixel of a
// blocked tensor, whose H, W, N and channel blocks can be sliced and repeated like any others.
struct StridedView {
  Iteration<1> nest;             // of the output; strides in elements of x
  std::ptrdiff_t offset;         // of the first element in x, in elements
  std::ptrdiff_t element_bytes;  // at least 1; 4, 8, 16, 32, 64 and long contiguous runs are fast
};

// Elements [begin, end) of the nest.count of y; x and y do not overlap.
void strided_copy(const StridedView& view, const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace bricks::kernels
