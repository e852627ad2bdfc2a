#pragma once

#include "kernels/lrn/lrn.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels::reference {

// Plain layout.
inline void lrn(const LrnParameters& p, const float* x, float* y) {
  for (std::ptrdiff_t n = 0; n < p.batch; ++n)
    for (std::ptrdiff_t c = 0; c < p.channels; ++c)
      for (std::ptrdiff_t i = 0; i < p.spatial; ++i) {
        const auto value = [&](std::ptrdiff_t channel) {
          return static_cast<double>(x[(n * p.channels + channel) * p.spatial + i]);
        };
        double squares = 0;
        const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, c - (p.size - 1) / 2);
        const std::ptrdiff_t last = std::min(p.channels - 1, c + p.size / 2);
        for (std::ptrdiff_t channel = first; channel <= last; ++channel)
          squares += value(channel) * value(channel);
        const double scale = std::pow(p.bias + p.alpha / static_cast<double>(p.size) * squares, p.beta);
        y[(n * p.channels + c) * p.spatial + i] = static_cast<float>(value(c) / scale);
      }
}

}  // namespace bricks::kernels::reference
