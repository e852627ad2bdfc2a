// Convolution straight from ONNX's definition, in double precision, all tensors plain.
#pragma once

#include "kernels/activation/activation_reference.hpp"
#include "kernels/conv/conv.hpp"

#include <cmath>
#include <vector>

namespace bricks::kernels::reference {

// Output position of input position i and kernel position k on one axis, or -1.
inline std::ptrdiff_t conv_target(std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t stride,
                                  std::ptrdiff_t dilation, std::ptrdiff_t pad, std::ptrdiff_t out,
                                  bool transposed) {
  std::ptrdiff_t o = transposed ? i * stride + k * dilation - pad : i + pad - k * dilation;
  if (!transposed) {
    if (o < 0 || o % stride != 0) return -1;
    o /= stride;
  }
  return o >= 0 && o < out ? o : -1;
}

// Calls body(input index, weight index, output index) for every product of image n.
template <class Body>
void for_each_product(const ConvProblem& p, std::ptrdiff_t out_h, std::ptrdiff_t out_w, std::ptrdiff_t n,
                      Body body) {
  using Size = std::ptrdiff_t;
  const Size in_group = p.in_channels / p.groups, out_group = p.out_channels / p.groups;
  for (Size oc = 0; oc < p.out_channels; ++oc)
    for (Size j = 0; j < in_group; ++j) {
      const Size ic = oc / out_group * in_group + j;
      const Size filter = p.transposed ? ic * out_group + oc % out_group : oc * in_group + j;
      for (Size ky = 0; ky < p.kernel_h; ++ky)
        for (Size iy = 0; iy < p.in_h; ++iy) {
          const Size oy = conv_target(iy, ky, p.stride_h, p.dilation_h, p.pad_top, out_h, p.transposed);
          if (oy < 0) continue;
          for (Size kx = 0; kx < p.kernel_w; ++kx)
            for (Size ix = 0; ix < p.in_w; ++ix) {
              const Size ox = conv_target(ix, kx, p.stride_w, p.dilation_w, p.pad_left, out_w, p.transposed);
              if (ox < 0) continue;
              body(((n * p.in_channels + ic) * p.in_h + iy) * p.in_w + ix,
                   (filter * p.kernel_h + ky) * p.kernel_w + kx,
                   ((n * p.out_channels + oc) * out_h + oy) * out_w + ox);
            }
        }
    }
}

// scale, shift, bias and residual may be null: y = f((conv(x) + bias) * scale + shift + residual).
inline void conv(const ConvProblem& p, std::ptrdiff_t out_h, std::ptrdiff_t out_w, const float* x,
                 const float* weights, const float* bias, const float* scale, const float* shift,
                 const float* residual, const Activation& f, float* y) {
  const std::ptrdiff_t map = out_h * out_w;
  std::vector<double> sum(static_cast<std::size_t>(p.batch * p.out_channels * map));
  for (std::ptrdiff_t n = 0; n < p.batch; ++n)
    for_each_product(p, out_h, out_w, n, [&](std::ptrdiff_t in, std::ptrdiff_t weight, std::ptrdiff_t out) {
      sum[static_cast<std::size_t>(out)] += static_cast<double>(x[in]) * static_cast<double>(weights[weight]);
    });
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::size_t oc = i / static_cast<std::size_t>(map) % static_cast<std::size_t>(p.out_channels);
    double v = sum[i] + (bias ? bias[oc] : 0);
    v = v * (scale ? scale[oc] : 1) + (shift ? shift[oc] : 0) + (residual ? residual[i] : 0);
    y[i] = static_cast<float>(activate(f, v));
  }
}

}  // namespace bricks::kernels::reference
