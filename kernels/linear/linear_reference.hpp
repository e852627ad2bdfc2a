#pragma once

#include "kernels/activation/activation_reference.hpp"
#include "kernels/linear/linear.hpp"

namespace bricks::kernels::reference {

// scale and shift as in linear_pack_bias.
inline void linear(const LinearProblem& p, const float* x, const float* weights, const float* bias,
                   const float* scale, const float* shift, const Activation& f, float* y) {
  for (std::ptrdiff_t n = 0; n < p.batch; ++n)
    for (std::ptrdiff_t o = 0; o < p.out; ++o) {
      double sum = bias ? bias[o] : 0;
      for (std::ptrdiff_t i = 0; i < p.in; ++i)
        sum += static_cast<double>(x[n * p.in + i]) *
               static_cast<double>(p.transposed_weights ? weights[i * p.out + o] : weights[o * p.in + i]);
      y[n * p.out + o] =
          static_cast<float>(activate(f, sum * (scale ? scale[o] : 1) + (shift ? shift[o] : 0)));
    }
}

}  // namespace bricks::kernels::reference
