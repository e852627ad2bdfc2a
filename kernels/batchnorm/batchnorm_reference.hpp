#pragma once

#include "kernels/activation/activation_reference.hpp"
#include "kernels/batchnorm/batchnorm.hpp"

namespace bricks::kernels::reference {

inline void batchnorm(const BatchNormShape& shape, const float* x, const float* scale, const float* shift,
                      float* y, const Activation& f) {
  for (std::ptrdiff_t n = 0; n < shape.batch; ++n)
    for (std::ptrdiff_t c = 0; c < shape.channels; ++c)
      for (std::ptrdiff_t p = 0; p < shape.spatial; ++p) {
        const std::ptrdiff_t i = (n * shape.channels + c) * shape.spatial + p;
        y[i] = static_cast<float>(activate(f, static_cast<double>(x[i]) * scale[c] + shift[c]));
      }
}

}  // namespace bricks::kernels::reference
