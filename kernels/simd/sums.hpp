// Sums of many terms in an order that depends on their number alone: blocks of 64 vectors on four
// accumulators, then the sum of the blocks, so that rounding grows with the square root of what one running
// sum would give.
#pragma once

#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t sum_block = 64;

// Sum over i in [0, count) of term(i): a vector each, or several vectors that are added with + from none on.
template <class Term, class Sum = Vec>
BRICKS_INLINE Sum sum_terms(std::ptrdiff_t count, Term term, Sum none = zero()) {
  Sum total = none;
  for (std::ptrdiff_t from = 0; from < count; from += sum_block) {
    const std::ptrdiff_t to = from + sum_block < count ? from + sum_block : count;
    Sum part[4] = {none, none, none, none};
    std::ptrdiff_t i = from;
    for (; i + 4 <= to; i += 4) {
      BRICKS_UNROLL
      for (int k = 0; k < 4; ++k) part[k] = part[k] + term(i + k);
    }
    for (; i < to; ++i) part[0] = part[0] + term(i);
    total = total + ((part[0] + part[1]) + (part[2] + part[3]));
  }
  return total;
}

// Sum of value(load(x + i)) over a contiguous range; value(0) must be 0, as it fills the last vector.
template <class Value>
BRICKS_INLINE float sum_range(const float* x, std::ptrdiff_t count, Value value) {
  const std::ptrdiff_t vectors = count / lanes;
  Vec total =
      sum_terms(vectors, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA { return value(load(x + i * lanes)); });
  const int rest = static_cast<int>(count - vectors * lanes);
  if (rest > 0) total = total + value(load_partial(x + vectors * lanes, rest));
  return reduce_add(total);
}

}  // namespace bricks::kernels::BRICKS_ISA
