#pragma once

#include "kernels/softmax/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bricks::kernels::reference {

inline void softmax(const SoftmaxShape& shape, bool log, const float* x, float* y) {
  for (std::ptrdiff_t o = 0; o < shape.outer; ++o)
    for (std::ptrdiff_t i = 0; i < shape.inner; ++i) {
      const auto index = [&](std::ptrdiff_t a) { return (o * shape.axis + a) * shape.inner + i; };
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (std::ptrdiff_t a = 0; a < shape.axis; ++a)
        largest = std::max(largest, static_cast<double>(x[index(a)]));
      for (std::ptrdiff_t a = 0; a < shape.axis; ++a) sum += std::exp(x[index(a)] - largest);
      for (std::ptrdiff_t a = 0; a < shape.axis; ++a) {
        const double shifted = x[index(a)] - largest;
        y[index(a)] = static_cast<float>(log ? shifted - std::log(sum) : std::exp(shifted) / sum);
      }
    }
}

}  // namespace bricks::kernels::reference
