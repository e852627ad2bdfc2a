// What the machine can do at most: probes that do a known amount of work. The caller runs one on each thread
// and times it.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct PeakKernels {
  // Fused multiply-adds (SSE4.2: multiply and add) on independent registers, nothing else: iterations x
  // flops_per_iteration operations. The value returned only keeps them from being optimised away.
  float (*multiply_add)(std::ptrdiff_t iterations);
  double flops_per_iteration;

  // As much power as a convolution takes: twenty multiplications and additions of vectors, of values that
  // change every time, for every two vectors of x that are read. How high a core's clock stays depends on
  // that, and so on how many bits change: those of multiply_add stand still after a while. x has `size`
  // floats between -1 and 1. Returns something finite, only to keep all this from being optimised away.
  float (*exert)(const float* x, std::ptrdiff_t size);

  // Sum of x[begin, end), read once from front to back: 4 (end - begin) bytes.
  float (*read)(const float* x, std::ptrdiff_t begin, std::ptrdiff_t end);

  // y[i] = x[i] for [begin, end) with ordinary stores.
  void (*copy)(const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end);
};

template <Isa>
struct PeakTable {
  static const PeakKernels table;
};

inline const PeakKernels& peak_kernels(Isa isa) { return kernels_for<PeakTable>(isa); }

}  // namespace bricks::kernels
