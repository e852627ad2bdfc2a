// How an activation that is too long for an epilogue follows a kernel: chunk by chunk, while the chunk is in
// L1.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t chunk_floats = 2048;

// run(b, e) computes units [b, e) of y, floats_a_unit each, with the inline kinds of f applied
// (inline_activation() makes the others the identity).
template <class Run>
BRICKS_INLINE void run_activated(const Activation& f, float* y, std::ptrdiff_t begin, std::ptrdiff_t end,
                                 std::ptrdiff_t floats_a_unit, Run run) {
  if (is_inline(f)) return run(begin, end);
  const std::ptrdiff_t step = floats_a_unit < chunk_floats ? chunk_floats / floats_a_unit : 1;
  for (std::ptrdiff_t from = begin; from < end; from += step) {
    const std::ptrdiff_t to = from + step < end ? from + step : end;
    run(from, to);
    ActivationTable<this_isa>::table.apply(f, y, y, from * floats_a_unit, to * floats_a_unit);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
