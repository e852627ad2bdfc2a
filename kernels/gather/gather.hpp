// Gather along one axis and GatherND, by int64 indices; an index below 0 counts from the end.
//
// Indices come out of the graph, so they are checked here: a row whose index is out of range becomes zero
// bytes and the function returns false, as it reads nothing outside of x.
#pragma once

#include "kernels/iteration/iteration.hpp"

#include <cstddef>
#include <cstdint>

namespace bricks::kernels {

// y[outer][indices][inner_bytes] from x[outer][axis][inner_bytes].
struct GatherShape {
  std::ptrdiff_t outer, axis, inner_bytes, indices;
};

// Rows [begin, end) of outer * indices.
bool gather(const GatherShape& shape, const void* x, const std::int64_t* indices, void* y,
            std::ptrdiff_t begin, std::ptrdiff_t end);

// y[batch][rows][inner_bytes] from x[batch][sizes[0]]..[sizes[depth - 1]][inner_bytes] by
// indices[batch][rows][depth]; batch is the product of ONNX's first batch_dims axes.
struct GatherNdShape {
  std::ptrdiff_t batch, rows, inner_bytes;
  int depth;
  std::ptrdiff_t sizes[max_rank];
};

// Rows [begin, end) of batch * rows.
bool gather_nd(const GatherNdShape& shape, const void* x, const std::int64_t* indices, void* y,
               std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace bricks::kernels
