// Softmax and LogSoftmax over one axis of a plain tensor x[outer][axis][inner], around the largest element.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct SoftmaxShape {
  std::ptrdiff_t outer, axis, inner;
};

struct SoftmaxKernels {
  // Vectors [begin, end) of the outer * inner along the axis; y may be x, else they do not overlap.
  void (*softmax)(const SoftmaxShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                  std::ptrdiff_t end);
  void (*log_softmax)(const SoftmaxShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                      std::ptrdiff_t end);
};

template <Isa>
struct SoftmaxTable {
  static const SoftmaxKernels table;
};

inline const SoftmaxKernels& softmax_kernels(Isa isa) { return kernels_for<SoftmaxTable>(isa); }

}  // namespace bricks::kernels
