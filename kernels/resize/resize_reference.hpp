#pragma once

#include "kernels/resize/resize.hpp"

namespace bricks::kernels::reference {

// Plain layout, by the tables.
inline void resize(const ResizeShape& shape, bool linear, const float* x, float* y) {
  const ResizeAxis &h = shape.h, &w = shape.w;
  for (std::ptrdiff_t plane = 0; plane < shape.planes; ++plane)
    for (std::ptrdiff_t oh = 0; oh < h.output; ++oh)
      for (std::ptrdiff_t ow = 0; ow < w.output; ++ow) {
        const auto at = [&](std::int32_t row, std::int32_t column) {
          return static_cast<double>(x[(plane * h.input + row) * w.input + column]);
        };
        double value = at(h.lower[oh], w.lower[ow]);
        if (linear) {
          const double v = h.weight[oh], u = w.weight[ow];
          value = (1 - v) * ((1 - u) * value + u * at(h.lower[oh], w.upper[ow])) +
                  v * ((1 - u) * at(h.upper[oh], w.lower[ow]) + u * at(h.upper[oh], w.upper[ow]));
        }
        y[(plane * h.output + oh) * w.output + ow] = static_cast<float>(value);
      }
}

}  // namespace bricks::kernels::reference
