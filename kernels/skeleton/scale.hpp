// y = factor * x over a contiguous range: the folder to copy when a new kernel family begins.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct ScaleKernels {
  // Elements [begin, end) of y = factor * x; x and y may be the same array, no alignment is needed.
  void (*scale)(const float* x, float factor, float* y, std::ptrdiff_t begin, std::ptrdiff_t end);
};

template <Isa>
struct ScaleTable {
  static const ScaleKernels table;
};

inline const ScaleKernels& scale_kernels(Isa isa) { return kernels_for<ScaleTable>(isa); }

}  // namespace bricks::kernels
