// What the reductions differ in: the term of an element, how terms are combined, what is done with the
// result.
#pragma once

#include "kernels/reduce/reduce.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// The element whose term changes nothing, and the result over no term.
template <ReduceFunction f>
constexpr float neutral_element() {
  if (f == ReduceFunction::max || f == ReduceFunction::log_sum_exp) return -__builtin_inff();
  if (f == ReduceFunction::min) return __builtin_inff();
  return f == ReduceFunction::prod ? 1.0f : 0.0f;
}
template <ReduceFunction f>
constexpr float neutral_term() {
  return f == ReduceFunction::log_sum_exp ? 0.0f : neutral_element<f>();
}

// `largest` is that of all elements, for log_sum_exp.
template <ReduceFunction f>
BRICKS_INLINE Vec term(Vec x, Vec largest) {
  using enum ReduceFunction;
  if constexpr (f == l1) return xsimd::abs(x);
  if constexpr (f == l2 || f == sum_square) return x * x;
  if constexpr (f == log_sum_exp) return xsimd::exp(x - largest);
  return x;
}

template <ReduceFunction f>
BRICKS_INLINE Vec combine(Vec a, Vec b) {
  if constexpr (f == ReduceFunction::max) return BRICKS_ISA::max(a, b);
  if constexpr (f == ReduceFunction::min) return BRICKS_ISA::min(a, b);
  if constexpr (f == ReduceFunction::prod) return a * b;
  return a + b;
}

template <ReduceFunction f>
BRICKS_INLINE Vec finish(Vec total, Vec largest, Vec inverse_count) {
  using enum ReduceFunction;
  if constexpr (f == mean) return total * inverse_count;
  if constexpr (f == l2) return square_root(total);
  if constexpr (f == log_sum) return xsimd::log(total);
  if constexpr (f == log_sum_exp) return xsimd::log(total) + largest;
  return total;
}

// Finite, so that log_sum_exp of infinities is not infinity - infinity.
BRICKS_INLINE Vec finite(Vec v) {
  return BRICKS_ISA::max(broadcast(-__FLT_MAX__), BRICKS_ISA::min(broadcast(__FLT_MAX__), v));
}

BRICKS_INLINE Vec load_filled(const float* from, Whole, float) { return load(from); }
BRICKS_INLINE Vec load_filled(const float* from, Part part, float fill) {
  alignas(64) float buffer[lanes];
  for (int i = 0; i < lanes; ++i) buffer[i] = i < part.count ? from[i] : fill;
  return load(buffer);
}

// All lanes combined in pairs, as in reduce_add; every lane holds the result.
template <ReduceFunction f>
BRICKS_INLINE Vec fold_lanes(Vec value) {
  alignas(64) float v[2 * lanes];
  BRICKS_UNROLL
  for (int width = lanes / 2; width > 0; width /= 2) {
    store(v, value);
    store(v + lanes, value);
    value = combine<f>(load(v), load(v + width));
  }
  return value;
}

}  // namespace bricks::kernels::BRICKS_ISA
