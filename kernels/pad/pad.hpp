// Pad: constant, reflect and edge, on any axes.
//
// Blocked layout: sizes [N][C/c][H][W] with elements of lanes floats.
#pragma once

#include "kernels/iteration/iteration.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace bricks::kernels {

enum class PadMode : std::uint8_t { constant, reflect, edge };

struct PadShape {
  int rank;
  std::ptrdiff_t size[max_rank], output_size[max_rank];  // of x and y
  std::ptrdiff_t before[max_rank];  // elements in front of x's first; negative cuts, in every mode
  PadMode mode;
  std::ptrdiff_t element_bytes;  // a multiple of value_bytes
  std::ptrdiff_t value_bytes;    // 4 or 8
  std::int64_t value;            // its low value_bytes fill the padding of constant mode
  std::ptrdiff_t rows;           // work units: rows of y along its last axis
};

// before and after for each axis of x; reflect needs both to be less than the axis is long, edge an axis of
// at least 1.
PadShape pad_shape(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> before,
                   std::span<const std::ptrdiff_t> after, PadMode mode, std::ptrdiff_t element_bytes);
void set_pad_value(PadShape& shape, float value);
void set_pad_value(PadShape& shape, std::int64_t value);

// Rows [begin, end) of shape.rows; x and y do not overlap.
void pad(const PadShape& shape, const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace bricks::kernels
