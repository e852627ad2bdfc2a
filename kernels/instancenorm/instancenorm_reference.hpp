#pragma once

#include "kernels/activation/activation_reference.hpp"
#include "kernels/instancenorm/instancenorm.hpp"

#include <cmath>

namespace bricks::kernels::reference {

// count values with one mean and variance; element i has scale[i * step] and shift[i * step].
inline void normalize(const float* x, const float* scale, const float* shift, std::ptrdiff_t step, float* y,
                      std::ptrdiff_t count, double epsilon, const Activation& f) {
  double mean = 0, variance = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) mean += x[i];
  mean /= static_cast<double>(count);
  for (std::ptrdiff_t i = 0; i < count; ++i) variance += (x[i] - mean) * (x[i] - mean);
  variance /= static_cast<double>(count);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    y[i] = static_cast<float>(
        activate(f, (x[i] - mean) / std::sqrt(variance + epsilon) * scale[i * step] + shift[i * step]));
}

}  // namespace bricks::kernels::reference
