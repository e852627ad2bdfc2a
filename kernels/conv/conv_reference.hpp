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
using AxisProducts = std::vector<std::vector<AxisProduct>>;
inline AxisProducts axis_products(std::ptrdiff_t kernel, std::ptrdiff_t in, std::ptrdiff_t stride,
                                  std::ptrdiff_t dilation, std::ptrdiff_t pad, std::ptrdiff_t out,
                                  bool transposed) {
  AxisProducts products(static_cast<std::size_t>(kernel));
  for (std::ptrdiff_t k = 0; k < kernel; ++k)
    for (std::ptrdiff_t i = 0; i < in; ++i) {
      const std::ptrdiff_t at = transposed ? i * stride + k * dilation - pad : i + pad - k * dilation;
      if (!transposed && at % stride != 0) continue;
      const std::ptrdiff_t o = transposed ? at : at / stride;
      if (o >= 0 && o < out) products[static_cast<std::size_t>(k)].push_back({i, o});
    }
  return products;
}

// Adds one input map through one kernel, [rows.size()][columns.size()], to one output map.
inline void add_map(const AxisProducts& rows, const AxisProducts& columns, const float* in,
                    std::ptrdiff_t in_w, const float* kernel, double* out, std::ptrdiff_t out_w) {
  for (std::size_t ky = 0; ky < rows.size(); ++ky, kernel += columns.size())
    for (const AxisProduct& row : rows[ky]) {
      const float* from = in + row.in * in_w;
      double* to = out + row.out * out_w;
      for (std::size_t kx = 0; kx < columns.size(); ++kx) {
        const double weight = kernel[kx];
        for (const AxisProduct& column : columns[kx])
          to[column.out] += static_cast<double>(from[column.in]) * weight;
      }
    }
}

// Every product of the convolution, summed in the output's shape.
inline std::vector<double> sum_products(const ConvProblem& p, std::ptrdiff_t out_h, std::ptrdiff_t out_w,
                                        const float* x, const float* weights) {
  using Size = std::ptrdiff_t;
  const AxisProducts rows =
      axis_products(p.kernel_h, p.in_h, p.stride_h, p.dilation_h, p.pad_top, out_h, p.transposed);
  const AxisProducts columns =
      axis_products(p.kernel_w, p.in_w, p.stride_w, p.dilation_w, p.pad_left, out_w, p.transposed);
  const Size in_group = p.in_channels / p.groups, out_group = p.out_channels / p.groups;
  std::vector<double> sum(static_cast<std::size_t>(p.batch * p.out_channels * out_h * out_w));
  for (Size n = 0; n < p.batch; ++n)
    for (Size oc = 0; oc < p.out_channels; ++oc)
      for (Size j = 0; j < in_group; ++j) {
        const Size ic = oc / out_group * in_group + j;
        const Size filter = p.transposed ? ic * out_group + oc % out_group : oc * in_group + j;
        add_map(rows, columns, x + (n * p.in_channels + ic) * p.in_h * p.in_w, p.in_w,
                weights + filter * p.kernel_h * p.kernel_w,
                sum.data() + (n * p.out_channels + oc) * out_h * out_w, out_w);
      }
  return sum;
}

// scale, shift, bias and residual may be null: y = f((conv(x) + bias) * scale + shift + residual).
inline void conv(const ConvProblem& p, std::ptrdiff_t out_h, std::ptrdiff_t out_w, const float* x,
                 const float* weights, const float* bias, const float* scale, const float* shift,
                 const float* residual, const Activation& f, float* y) {
  const std::ptrdiff_t map = out_h * out_w;
  const std::vector<double> sum = sum_products(p, out_h, out_w, x, weights);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::size_t oc = i / static_cast<std::size_t>(map) % static_cast<std::size_t>(p.out_channels);
    double v = sum[i] + (bias ? bias[oc] : 0);
    v = v * (scale ? scale[oc] : 1) + (shift ? shift[oc] : 0) + (residual ? residual[i] : 0);
    y[i] = static_cast<float>(activate(f, v));
  }
}

}  // namespace bricks::kernels::reference
