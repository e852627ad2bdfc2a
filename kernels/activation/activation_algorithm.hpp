#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/simd/functions.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// The inline kinds with their constants in registers.
struct InlineActivationVec {
  explicit InlineActivationVec(const InlineActivation& f)
      : low(broadcast(f.low)), high(broadcast(f.high)), slope(broadcast(f.slope)), leaky(f.leaky) {}
  Vec low, high, slope;
  bool leaky;
};

// max(0, x) + slope min(0, x): one of the terms is zero, so it is exact for finite x; a NaN passes through
// max.
BRICKS_INLINE Vec leaky_relu(Vec x, Vec slope) { return fmadd(slope, min(zero(), x), max(zero(), x)); }
BRICKS_INLINE Vec clamp(Vec x, Vec low, Vec high) { return min(high, max(low, x)); }

BRICKS_INLINE Vec activate_inline(Vec x, const InlineActivationVec& f) {
  if (f.leaky) x = leaky_relu(x, f.slope);
  return clamp(x, f.low, f.high);
}

BRICKS_INLINE Vec hard_sigmoid(Vec x, Vec alpha, Vec beta) {
  return clamp(fmadd(alpha, x, beta), zero(), broadcast(1));
}

// max(0, x) + log(1 + exp(-|x|)): the plain formula overflows above 88.
BRICKS_INLINE Vec softplus(Vec x) { return max(zero(), x) + xsimd::log1p(xsimd::exp(-xsimd::abs(x))); }

template <ActivationKind kind>
BRICKS_INLINE Vec activate(Vec x, Vec alpha, Vec beta) {
  using enum ActivationKind;
  if constexpr (kind == relu) return max(zero(), x);
  if constexpr (kind == clip) return clamp(x, alpha, beta);
  if constexpr (kind == leaky_relu) return BRICKS_ISA::leaky_relu(x, alpha);
  if constexpr (kind == sigmoid) return BRICKS_ISA::sigmoid(x);
  if constexpr (kind == tanh) return xsimd::tanh(x);
  if constexpr (kind == elu) return fmadd(alpha, xsimd::expm1(min(zero(), x)), max(zero(), x));
  if constexpr (kind == hard_sigmoid) return BRICKS_ISA::hard_sigmoid(x, alpha, beta);
  if constexpr (kind == hard_swish)
    return x * BRICKS_ISA::hard_sigmoid(x, broadcast(1.0f / 6), broadcast(0.5f));
  if constexpr (kind == silu) return x * BRICKS_ISA::sigmoid(x);
  if constexpr (kind == gelu) {
    const Vec half = broadcast(0.5f) * x;
    return fmadd(half, error_function(x * broadcast(0.70710678f)), half);
  }
  if constexpr (kind == softplus) return BRICKS_ISA::softplus(x);
  if constexpr (kind == exp) return exponential(x);
  if constexpr (kind == sqrt) return square_root(x);
  if constexpr (kind == affine) return fmadd(alpha, x, beta);
  return x;
}

template <ActivationKind kind>
void apply_kind(const Activation& f, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const Vec alpha = broadcast(f.alpha), beta = broadcast(f.beta);
  std::ptrdiff_t i = begin;
  for (; i + lanes <= end; i += lanes) store(y + i, activate<kind>(load(x + i), alpha, beta));
  const int rest = static_cast<int>(end - i);
  if (rest > 0) store_partial(y + i, activate<kind>(load_partial(x + i, rest), alpha, beta), rest);
}

}  // namespace bricks::kernels::BRICKS_ISA
