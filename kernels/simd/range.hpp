// A loop over a contiguous range whose body is written once for whole vectors and for the rest behind them.
#pragma once

#include "kernels/simd/simd.hpp"

// On a lambda that is used more than once in a kernel: gcc 12 inlines only the others by itself.
#define BRICKS_INLINE_LAMBDA __attribute__((always_inline))

namespace bricks::kernels::BRICKS_ISA {

struct Whole {};
struct Part {
  int count;  // 1 to lanes - 1
};

BRICKS_INLINE Vec load(const float* from, Whole) { return load(from); }
BRICKS_INLINE Vec load(const float* from, Part part) { return load_partial(from, part.count); }
BRICKS_INLINE void store(float* to, Vec value, Whole) { store(to, value); }
BRICKS_INLINE void store(float* to, Vec value, Part part) { store_partial(to, value, part.count); }

// body(i, Whole{}) at begin, begin + lanes, ..., then body(i, Part{rest}) for what is left before end.
template <class Body>
BRICKS_INLINE void for_each_vector(std::ptrdiff_t begin, std::ptrdiff_t end, Body body) {
  std::ptrdiff_t i = begin;
  for (; i + lanes <= end; i += lanes) body(i, Whole{});
  if (i < end) body(i, Part{static_cast<int>(end - i)});
}

}  // namespace bricks::kernels::BRICKS_ISA
