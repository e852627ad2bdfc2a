// Loop nests over strided arrays: what broadcasting, slicing, expanding, transposing and reducing have in
// common.
//
// An Iteration is built once on the host: dimensions of size 1 are dropped and neighbours that every operand
// walks as one are merged, so [N][C/c][H][W][c] against a per-channel vector becomes [C/c][H*W][c]. A kernel
// then sees panels of rows and columns and never more than one division a dimension and panel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace bricks::kernels {

inline constexpr int max_rank = 8;

template <int Operands>
struct Iteration {
  int rank;                                   // at least 2: shorter nests get outer dimensions of size 1
  std::ptrdiff_t size[max_rank];              // outermost first
  std::ptrdiff_t stride[Operands][max_rank];  // in elements; 0 repeats, negative walks backwards
  std::ptrdiff_t count;                       // product of the sizes: elements of the contiguous output
};

// Part of an iteration that a kernel does at once: rows x columns, offset[k] from operand k's first element.
// A panel of more than one row spans whole rows.
template <int Operands>
struct Panel {
  std::ptrdiff_t offset[Operands];
  std::ptrdiff_t output;  // position of the first element in the contiguous output
  std::ptrdiff_t rows, columns;
};

// Sizes and, for each operand, strides of the same length (at most max_rank after ones are dropped).
template <int Operands>
Iteration<Operands> make_iteration(std::span<const std::ptrdiff_t> sizes,
                                   const std::span<const std::ptrdiff_t> (&strides)[Operands]) {
  Iteration<Operands> nest{};
  nest.count = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    nest.count *= sizes[d];
    if (sizes[d] == 1) continue;
    bool merges = nest.rank > 0;
    for (int k = 0; k < Operands && merges; ++k)
      merges = nest.stride[k][nest.rank - 1] == strides[k][d] * sizes[d];
    if (merges) --nest.rank;
    nest.size[nest.rank] = merges ? nest.size[nest.rank] * sizes[d] : sizes[d];
    for (int k = 0; k < Operands; ++k) nest.stride[k][nest.rank] = strides[k][d];
    ++nest.rank;
  }
  while (nest.rank < 2) {
    std::copy_backward(nest.size, nest.size + nest.rank, nest.size + nest.rank + 1);
    nest.size[0] = 1;
    for (auto& stride : nest.stride) {
      std::copy_backward(stride, stride + nest.rank, stride + nest.rank + 1);
      stride[0] = 0;
    }
    ++nest.rank;
  }
  return nest;
}

// Strides 0 where a contiguous tensor of these sizes repeats to fill output_sizes (aligned at the last axis).
// strides has the length of output_sizes.
void broadcast_strides(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> output_sizes,
                       std::span<std::ptrdiff_t> strides);
// Calls body(panel) for the panels that make up output elements [begin, end), in order. Inlined always: ISA
// files must not share a function (see simd/simd.hpp).
template <int Operands, class Body>
[[gnu::always_inline]] inline void for_each_panel(const Iteration<Operands>& nest, std::ptrdiff_t begin,
                                                  std::ptrdiff_t end, Body body) {
  const int inner = nest.rank - 1;
  const std::ptrdiff_t columns = nest.size[inner];
  for (std::ptrdiff_t position = begin; position < end;) {
    Panel<Operands> panel;
    panel.output = position;
    std::ptrdiff_t rest = position;
    std::ptrdiff_t index[2] = {0, 0};  // in the innermost and the next dimension
    for (int k = 0; k < Operands; ++k) panel.offset[k] = 0;
    for (int d = inner; d >= 0; --d) {
      const std::ptrdiff_t at = rest % nest.size[d];
      rest /= nest.size[d];
      if (inner - d < 2) index[inner - d] = at;
      for (int k = 0; k < Operands; ++k) panel.offset[k] += at * nest.stride[k][d];
    }
    const std::ptrdiff_t left = end - position;
    const bool whole_rows = index[0] == 0 && left >= columns;
    const std::ptrdiff_t rows_left = nest.size[inner - 1] - index[1];
    panel.rows = !whole_rows ? 1 : left / columns < rows_left ? left / columns : rows_left;
    panel.columns = whole_rows ? columns : left < columns - index[0] ? left : columns - index[0];
    position += panel.rows * panel.columns;
    body(panel);
  }
}

}  // namespace bricks::kernels
