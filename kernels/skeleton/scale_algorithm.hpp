#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

BRICKS_INLINE void scale(const float* x, float factor, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const Vec f = broadcast(factor);
  std::ptrdiff_t i = begin;
  for (; i + lanes <= end; i += lanes) store(y + i, load(x + i) * f);
  const int rest = static_cast<int>(end - i);
  if (rest > 0) store_partial(y + i, load_partial(x + i, rest) * f, rest);
}

}  // namespace bricks::kernels::BRICKS_ISA
