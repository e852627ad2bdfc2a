// Reductions over any axes of a plain tensor, and the position of the largest or smallest element along one
// axis.
//
// Sums run in blocks that are then added up, in an order that depends on the shape alone.
#pragma once

#include "kernels/isa/dispatch.hpp"
#include "kernels/iteration/iteration.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace bricks::kernels {

// ONNX's Reduce* operators. Over no element: sums and norms 0, prod 1, max -inf, min +inf, mean NaN,
// logarithms -inf. Where a NaN stands among the terms, max and min are either NaN or those of the others.
enum class ReduceFunction : std::uint8_t {
  sum,
  mean,
  max,
  min,
  prod,
  l1,
  l2,
  sum_square,
  log_sum,
  log_sum_exp,  // computed around the largest element
  count
};

// kept walks the outputs (contiguous, in order), reduced the terms of one output; operand 0 of both is the
// input.
struct ReduceShape {
  Iteration<1> kept, reduced;
};

// sizes of the input, outermost first; reduced_axes[d] says whether axis d is reduced.
ReduceShape reduce_shape(std::span<const std::ptrdiff_t> sizes, std::span<const bool> reduced_axes);

// x[outer][axis][inner] to y[outer][inner].
struct ArgReduceShape {
  std::ptrdiff_t outer, axis, inner;
  bool largest;      // ArgMax, else ArgMin
  bool select_last;  // among equals the last position, else the first
};

struct ReduceKernels {
  // Outputs [begin, end) of shape.kept.count; y is contiguous and must not overlap x.
  using Function = void (*)(const ReduceShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                            std::ptrdiff_t end);
  Function functions[static_cast<int>(ReduceFunction::count)];

  Function operator[](ReduceFunction function) const { return functions[static_cast<int>(function)]; }
};

template <Isa>
struct ReduceTable {
  static const ReduceKernels table;
};

inline const ReduceKernels& reduce_kernels(Isa isa) { return kernels_for<ReduceTable>(isa); }

// Outputs [begin, end) of outer * inner; axis is at least 1. A NaN is never larger or smaller than what
// stands before it.
void arg_reduce(const ArgReduceShape& shape, const float* x, std::int64_t* y, std::ptrdiff_t begin,
                std::ptrdiff_t end);

}  // namespace bricks::kernels
