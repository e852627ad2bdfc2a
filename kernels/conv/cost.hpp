// What the choice between algorithms counts with: cycles of one core, between cores of one and of two
// multiply-adds a cycle. By the problem and c alone, so that a result has the same bits on any number of
// threads.
#pragma once

#include <algorithm>

namespace bricks::kernels {

// Products at 95 % of two multiply-adds a cycle on Zen 5 and Cascade Lake, of one on Zen 4.
inline constexpr double multiply_adds_per_cycle = 1.5;

// Weights from memory at 8 bytes a cycle, of which a third of the shorter part is not hidden behind the
// longer.
inline double with_weights(double compute, double weight_bytes) {
  const double stream = weight_bytes / 8;
  return std::max(compute, stream) + 0.3 * std::min(compute, stream);
}

inline double direct_cycles(double pixels, double taps, double in, double out_vectors, double lanes) {
  return with_weights(pixels * taps * in * out_vectors / multiply_adds_per_cycle,
                      taps * in * out_vectors * lanes * 4);
}

}  // namespace bricks::kernels
