#pragma once

#include "kernels/simd/transpose.hpp"
#include "kernels/transpose/transpose.hpp"

namespace bricks::kernels::BRICKS_ISA {

// y[row][column] = x[column][row].
struct Tile {
  const float* x;
  float* y;
  std::ptrdiff_t x_stride, y_stride;
  std::ptrdiff_t rows, columns;
};

BRICKS_INLINE void transpose_narrow(const Tile& tile) {
  for (std::ptrdiff_t column = 0; column < tile.columns; ++column)
    for (std::ptrdiff_t row = 0; row < tile.rows; ++row)
      tile.y[row * tile.y_stride + column] = tile.x[column * tile.x_stride + row];
}

// The last block along either side overlaps the one before it, inside the same tile.
BRICKS_INLINE void transpose_tile(const Tile& tile) {
  if (tile.rows < lanes || tile.columns < lanes) return transpose_narrow(tile);
  for (std::ptrdiff_t i = 0; i < tile.rows; i += lanes) {
    const std::ptrdiff_t row = i + lanes <= tile.rows ? i : tile.rows - lanes;
    for (std::ptrdiff_t j = 0; j < tile.columns; j += lanes) {
      const std::ptrdiff_t column = j + lanes <= tile.columns ? j : tile.columns - lanes;
      transpose_block(tile.x + column * tile.x_stride + row, tile.x_stride,
                      tile.y + row * tile.y_stride + column, tile.y_stride);
    }
  }
}

// Tiles have equal widths (to one), so none is narrow unless its axis is.
BRICKS_INLINE Tile tile_at(const TransposePlan& plan, const float* x, float* y, std::ptrdiff_t index) {
  const Iteration<1>& nest = plan.view.nest;
  const int inner = nest.rank - 1;
  const std::ptrdiff_t column_tile = index % plan.column_tiles,
                       row_tile = index / plan.column_tiles % plan.row_tiles;
  const std::ptrdiff_t rows = nest.size[plan.axis], columns = nest.size[inner];
  const std::ptrdiff_t row = rows * row_tile / plan.row_tiles,
                       column = columns * column_tile / plan.column_tiles;
  Tile tile = {.x = x + row * nest.stride[0][plan.axis] + column * nest.stride[0][inner],
               .y = y + column,
               .x_stride = nest.stride[0][inner],
               .y_stride = 0,
               .rows = rows * (row_tile + 1) / plan.row_tiles - row,
               .columns = columns * (column_tile + 1) / plan.column_tiles - column};
  std::ptrdiff_t outer = index / plan.column_tiles / plan.row_tiles, y_stride = columns;
  for (int d = inner - 1; d >= 0; --d) {
    if (d == plan.axis) {
      tile.y_stride = y_stride;
      tile.y += row * y_stride;
    } else {
      const std::ptrdiff_t at = outer % nest.size[d];
      outer /= nest.size[d];
      tile.x += at * nest.stride[0][d];
      tile.y += at * y_stride;
    }
    y_stride *= nest.size[d];
  }
  return tile;
}

}  // namespace bricks::kernels::BRICKS_ISA
