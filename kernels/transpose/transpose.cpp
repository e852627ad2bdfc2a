#include "kernels/transpose/transpose.hpp"

#include <array>

namespace bricks::kernels {
namespace {

constexpr std::ptrdiff_t tile_side = 64, narrow = 16, long_side = 1024;

std::ptrdiff_t ceil_div(std::ptrdiff_t a, std::ptrdiff_t b) { return (a + b - 1) / b; }

}  // namespace

StridedView transpose_view(std::span<const std::ptrdiff_t> sizes, std::span<const int> permutation,
                           std::ptrdiff_t element_bytes) {
  std::array<std::ptrdiff_t, max_rank> from{}, output_sizes{}, strides{};
  std::ptrdiff_t stride = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    from[d] = stride;
    stride *= sizes[d];
  }
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const auto axis = static_cast<std::size_t>(permutation[d]);
    output_sizes[d] = sizes[axis];
    strides[d] = from[axis];
  }
  const std::size_t rank = sizes.size();
  return {make_iteration<1>(std::span(output_sizes.data(), rank), {std::span(strides.data(), rank)}), 0,
          element_bytes};
}

TransposePlan transpose_plan(std::span<const std::ptrdiff_t> sizes, std::span<const int> permutation) {
  TransposePlan plan{};
  plan.view = transpose_view(sizes, permutation, 4);
  const Iteration<1>& nest = plan.view.nest;
  const int inner = nest.rank - 1;
  plan.axis = inner;
  for (int d = 0; d < inner; ++d)
    if (nest.stride[0][d] == 1) plan.axis = d;
  if (nest.count == 0) return plan;
  if (plan.axis == inner || nest.stride[0][inner] == 1) {
    plan.axis = inner;
    plan.tiles = ceil_div(nest.count, transpose_run);
    return plan;
  }
  const std::ptrdiff_t rows = nest.size[plan.axis], columns = nest.size[inner];
  plan.row_tiles = ceil_div(rows, columns < narrow ? long_side : tile_side);
  plan.column_tiles = ceil_div(columns, rows < narrow ? long_side : tile_side);
  plan.tiles = nest.count / (rows * columns) * plan.row_tiles * plan.column_tiles;
  return plan;
}

}  // namespace bricks::kernels
