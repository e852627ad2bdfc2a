// BatchNormalization at inference: y = activation(x * scale[c] + shift[c]).
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct BatchNormShape {
  std::ptrdiff_t batch, channels, spatial;  // spatial = H * W
};

// scale = gamma / sqrt(variance + epsilon), shift = beta - mean * scale, in double precision; channels
// entries each.
void fold_batch_normalization(const float* gamma, const float* beta, const float* mean, const float* variance,
                              double epsilon, std::ptrdiff_t channels, float* scale, float* shift);

struct BatchNormKernels {
  using Function = void (*)(const BatchNormShape& shape, const float* x, const float* scale,
                            const float* shift, float* y, const Activation& activation, std::ptrdiff_t begin,
                            std::ptrdiff_t end);
  // Pixels [begin, end) of batch * channel blocks * spatial. scale and shift hold channel blocks * lanes
  // floats. y may be x.
  Function blocked;
  // Elements [begin, end) of batch * channels * spatial. scale and shift hold channels floats. y may be x.
  Function plain;
};

template <Isa>
struct BatchNormTable {
  static const BatchNormKernels table;
};

inline const BatchNormKernels& batchnorm_kernels(Isa isa) { return kernels_for<BatchNormTable>(isa); }

}  // namespace bricks::kernels
