#pragma once

#include "kernels/pooling/pooling.hpp"

#include <algorithm>
#include <limits>

namespace bricks::kernels::reference {

// Plain layout.
inline void pool(const PoolShape& shape, bool average, const float* x, float* y) {
  const auto& [planes, h, w, count_include_pad] = shape;
  for (std::ptrdiff_t plane = 0; plane < planes; ++plane)
    for (std::ptrdiff_t oh = 0; oh < h.output; ++oh)
      for (std::ptrdiff_t ow = 0; ow < w.output; ++ow) {
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        int inside = 0, counted = 0;
        for (std::ptrdiff_t kh = 0; kh < h.kernel; ++kh)
          for (std::ptrdiff_t kw = 0; kw < w.kernel; ++kw) {
            const std::ptrdiff_t ih = oh * h.stride - h.pad_begin + kh * h.dilation;
            const std::ptrdiff_t iw = ow * w.stride - w.pad_begin + kw * w.dilation;
            if (ih < h.input + h.pad_end && iw < w.input + w.pad_end) ++counted;
            if (ih < 0 || ih >= h.input || iw < 0 || iw >= w.input) continue;
            ++inside;
            const double value = x[(plane * h.input + ih) * w.input + iw];
            largest = std::max(largest, value);
            sum += value;
          }
        const int divisor = count_include_pad ? counted : inside;
        const double mean = divisor > 0 ? sum / divisor : 0;
        y[(plane * h.output + oh) * w.output + ow] = static_cast<float>(average ? mean : largest);
      }
}

}  // namespace bricks::kernels::reference
