#pragma once

#include <cstddef>

namespace bricks::kernels::reference {

inline void scale(const float* x, float factor, float* y, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) y[i] = static_cast<float>(static_cast<double>(x[i]) * factor);
}

}  // namespace bricks::kernels::reference
