// What the choice between algorithms counts with: cycles of one core. By the problem and the core alone, so
// that a result has the same bits on any number of threads and in every run on a machine.
//
// Of 441 convolutions of the zoo that --tune measured had timed on two Zen 5 cores with AVX-512 the choice
// takes 1.3 % longer than the fastest on average, 21 of them by more than 10 %; on one core 0.5 % and 3; of
// 465 with AVX2 0.9 % and 12, 0.6 % and 7. With 1.5 multiply-adds a cycle it was 2.3 % and 38 (3x3 of 512
// channels at 7 px by t = 6 instead of 4: 1.37 of the time), 1.1 % and 15, 1.2 % and 19, 0.8 % and 11. Other
// figures for memory, transforms and sums than these gain nothing on all four.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/isa/core.hpp"

#include <algorithm>

namespace bricks::kernels {

struct AlgorithmCost {
  ConvAlgorithm algorithm;
  double cycles;
};

inline AlgorithmCost cheaper(const AlgorithmCost& first, const AlgorithmCost& second) {
  return second.cycles < first.cycles ? second : first;
}

// Weights from memory at 8 bytes a cycle, of which a third of the shorter part is not hidden behind the
// longer.
inline double with_weights(double compute, double weight_bytes) {
  const double stream = weight_bytes / 8;
  return std::max(compute, stream) + 0.3 * std::min(compute, stream);
}

inline double direct_cycles(double pixels, double taps, double in, double out_vectors, const Core& core) {
  return with_weights(pixels * taps * in * out_vectors / core.multiply_adds_per_cycle,
                      taps * in * out_vectors * core.lanes * 4);
}

}  // namespace bricks::kernels
