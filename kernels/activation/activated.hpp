// How an activation that is too long for an epilogue follows a kernel: chunk by chunk, while the chunk is in L1.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t chunk_floats = 2048;

// run(b, e) computes y[b, e) with the inline kinds of f applied (inline_activation() makes the others the identity).
template <class Run>
BRICKS_INLINE void run_activated(const Activation& f, float* y, std::ptrdiff_t begin, std::ptrdiff_t end, Run run) {
  if (is_inline(f)) return run(begin, end);
  for (std::ptrdiff_t from = begin; from < end; from += chunk_floats) {
    const std::ptrdiff_t to = from + chunk_floats < end ? from + chunk_floats : end;
    run(from, to);
    ActivationTable<this_isa>::table.apply(f, y, y, from, to);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
