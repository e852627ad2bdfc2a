// What the machine can do at most: probes that do a known amount of work. The caller runs one on each thread
// and times it.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

inline constexpr std::ptrdiff_t exertion_floats = 1024, cache_line = 64;

struct PeakKernels {
  // Fused multiply-adds (SSE4.2: multiply and add) on independent registers, nothing else: iterations x
  // flops_per_iteration operations. The value returned only keeps them from being optimised away.
  float (*multiply_add)(std::ptrdiff_t iterations);
  double flops_per_iteration;

  // As much power as a convolution takes: multiply-adds of x, which has exertion_floats of order one and
  // either sign, `steps` times as many as a tile of registers has. How high a core's clock stays depends on
  // that, and so on how many bits change: those of multiply_add stand still after a while. What these four
  // return only keeps them from being optimised away.
  float (*exert)(const float* x, std::ptrdiff_t steps);
  // The same, a step for every two cache lines of memory that it goes over meanwhile: a byte of each is
  // written (at every 64th of `size`), or read, or y[i] = x[i % exertion_floats].
  float (*exert_touching)(const float* x, std::byte* bytes, std::ptrdiff_t size);
  float (*exert_reading)(const float* x, const std::byte* bytes, std::ptrdiff_t size);
  float (*exert_filling)(const float* x, float* y, std::ptrdiff_t size);

  // Sum of x[begin, end), read once, its four quarters side by side: 4 (end - begin) bytes.
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
