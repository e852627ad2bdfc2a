// LRN: y = x / (bias + alpha / size * sum of x^2 over a window of size channels)^beta, as in ONNX: the window
// of channel i spans i - floor((size - 1) / 2) to i + ceil((size - 1) / 2), cut at the first and last
// channel.
//
// beta = 0.75 is computed as sqrt(s) sqrt(sqrt(s)), anything else as exp(beta log(s)).
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

// Largest window of the blocked kernel: one block to either side. Longer ones go through the plain layout.
constexpr std::ptrdiff_t lrn_blocked_max_size(std::ptrdiff_t lanes) { return 2 * lanes + 1; }

struct LrnParameters {
  std::ptrdiff_t batch, channels, spatial;  // spatial = H * W
  std::ptrdiff_t size;                      // at least 1
  float alpha, beta, bias;
};

struct LrnKernels {
  // Pixels [begin, end) of batch * channel blocks * spatial, in blocked layout; x and y do not overlap.
  void (*blocked)(const LrnParameters& parameters, const float* x, float* y, std::ptrdiff_t begin,
                  std::ptrdiff_t end);
  // Planes [begin, end) of batch * channels, in plain layout; x and y do not overlap.
  void (*plain)(const LrnParameters& parameters, const float* x, float* y, std::ptrdiff_t begin,
                std::ptrdiff_t end);
};

template <Isa>
struct LrnTable {
  static const LrnKernels table;
};

inline const LrnKernels& lrn_kernels(Isa isa) { return kernels_for<LrnTable>(isa); }

}  // namespace bricks::kernels
