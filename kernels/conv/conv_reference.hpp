// Convolution straight from ONNX's definition, in double precision, all tensors plain.
#pragma once

#include "kernels/activation/activation_reference.hpp"
#include "kernels/conv/conv.hpp"

#include <cmath>
#include <vector>

namespace bricks::kernels::reference {

// One input position of an axis and the output position that it adds to.
struct AxisProduct {
  std::ptrdiff_t in, out;
};

// Those of every kernel position of one axis. Found once: with a division for every product of a convolution
// the kernels' tests took twice as long.
inline std::vector<std::vector<AxisProduct>> axis_products(std::ptrdiff_t kernel, std::ptrdiff_t in,
                                                           std::ptrdiff_t stride, std::ptrdiff_t dilation,
                                                           std::ptrdiff_t pad, std::ptrdiff_t out,
                                                           bool transposed) {
  std::vector<std::vector<AxisProduct>> products(static_cast<std::size_t>(kernel));
  for (std::ptrdiff_t k = 0; k < kernel; ++k)
    for (std::ptrdiff_t i = 0; i < in; ++i) {
      const std::ptrdiff_t at = transposed ? i * stride + k * dilation - pad : i + pad - k * dilation;
      if (!transposed && at % stride != 0) continue;
      const std::ptrdiff_t o = transposed ? at : at / stride;
      if (o >= 0 && o < out) products[static_cast<std::size_t>(k)].push_back({i, o});
    }
  return products;
}

// Adds every product of image n to sum, which has the output's shape.
inline void add_products(const ConvProblem& p, std::ptrdiff_t out_h, std::ptrdiff_t out_w, std::ptrdiff_t n,
                         const float* x, const float* weights, double* sum) {
  using Size = std::ptrdiff_t;
  const auto rows =
      axis_products(p.kernel_h, p.in_h, p.stride_h, p.dilation_h, p.pad_top, out_h, p.transposed);
  const auto columns =
      axis_products(p.kernel_w, p.in_w, p.stride_w, p.dilation_w, p.pad_left, out_w, p.transposed);
  const Size in_group = p.in_channels / p.groups, out_group = p.out_channels / p.groups;
  for (Size oc = 0; oc < p.out_channels; ++oc)
    for (Size j = 0; j < in_group; ++j) {
      const Size ic = oc / out_group * in_group + j;
      const Size filter = p.transposed ? ic * out_group + oc % out_group : oc * in_group + j;
      const float* kernel_row = weights + filter * p.kernel_h * p.kernel_w;
      for (const auto& row_products : rows) {
        for (const AxisProduct& row : row_products) {
          const float* in = x + ((n * p.in_channels + ic) * p.in_h + row.in) * p.in_w;
          double* out = sum + ((n * p.out_channels + oc) * out_h + row.out) * out_w;
          for (Size kx = 0; kx < p.kernel_w; ++kx) {
            const double weight = kernel_row[kx];
            for (const AxisProduct& column : columns[static_cast<std::size_t>(kx)])
              out[column.out] += static_cast<double>(in[column.in]) * weight;
          }
        }
        kernel_row += p.kernel_w;
      }
    }
}

// scale, shift, bias and residual may be null: y = f((conv(x) + bias) * scale + shift + residual).
inline void conv(const ConvProblem& p, std::ptrdiff_t out_h, std::ptrdiff_t out_w, const float* x,
                 const float* weights, const float* bias, const float* scale, const float* shift,
                 const float* residual, const Activation& f, float* y) {
  const std::ptrdiff_t map = out_h * out_w;
  std::vector<double> sum(static_cast<std::size_t>(p.batch * p.out_channels * map));
  for (std::ptrdiff_t n = 0; n < p.batch; ++n) add_products(p, out_h, out_w, n, x, weights, sum.data());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::size_t oc = i / static_cast<std::size_t>(map) % static_cast<std::size_t>(p.out_channels);
    double v = sum[i] + (bias ? bias[oc] : 0);
    v = v * (scale ? scale[oc] : 1) + (shift ? shift[oc] : 0) + (residual ? residual[i] : 0);
    y[i] = static_cast<float>(activate(f, v));
  }
}

}  // namespace bricks::kernels::reference
