// InstanceNormalization over H and W, and LayerNormalization over rows:
//   y = activation((x - mean) / sqrt(variance + epsilon) * scale + shift)
//
// Mean and variance of chunks that stay in L1, each in two passes, are joined by the formula of Chan, Golub
// and LeVeque (Updating formulae and a pairwise algorithm for computing sample variances, 1979): one read of
// memory, and no cancellation however far the mean is from zero.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct InstanceNormShape {
  std::ptrdiff_t batch, channels, spatial;  // spatial = H * W, at least 1
  float epsilon;
};

struct LayerNormShape {
  std::ptrdiff_t rows, length;  // length = product of the normalised axes, at least 1
  float epsilon;
};

struct InstanceNormKernels {
  using Function = void (*)(const InstanceNormShape& shape, const float* x, const float* scale,
                            const float* shift, float* y, const Activation& activation, std::ptrdiff_t begin,
                            std::ptrdiff_t end);
  // Channel blocks [begin, end) of batch * channel blocks. scale and shift hold channel blocks * lanes
  // floats. y may be x.
  Function blocked;
  // Planes [begin, end) of batch * channels. scale and shift hold channels floats. y may be x.
  Function plain;
  // Rows [begin, end) of rows. scale and shift hold length floats; shift may be null (no bias). y may be x.
  void (*layer)(const LayerNormShape& shape, const float* x, const float* scale, const float* shift, float* y,
                const Activation& activation, std::ptrdiff_t begin, std::ptrdiff_t end);
};

template <Isa>
struct InstanceNormTable {
  static const InstanceNormKernels table;
};

inline const InstanceNormKernels& instancenorm_kernels(Isa isa) {
  return kernels_for<InstanceNormTable>(isa);
}

}  // namespace bricks::kernels
