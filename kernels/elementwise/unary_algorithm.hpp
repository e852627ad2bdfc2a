#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/elementwise/unary.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// The activation function of the same name and parameters, identity where there is none.
constexpr ActivationKind activation_of(UnaryFunction f) {
  using enum UnaryFunction;
  switch (f) {
    case relu:
      return ActivationKind::relu;
    case clip:
      return ActivationKind::clip;
    case leaky_relu:
      return ActivationKind::leaky_relu;
    case sigmoid:
      return ActivationKind::sigmoid;
    case tanh:
      return ActivationKind::tanh;
    case elu:
      return ActivationKind::elu;
    case hard_sigmoid:
      return ActivationKind::hard_sigmoid;
    case hard_swish:
      return ActivationKind::hard_swish;
    case silu:
      return ActivationKind::silu;
    case gelu:
      return ActivationKind::gelu;
    case softplus:
      return ActivationKind::softplus;
    case exp:
      return ActivationKind::exp;
    case sqrt:
      return ActivationKind::sqrt;
    case affine:
      return ActivationKind::affine;
    default:
      return ActivationKind::identity;
  }
}

template <UnaryFunction f>
BRICKS_INLINE Vec evaluate(Vec x, Vec alpha, Vec beta) {
  using enum UnaryFunction;
  constexpr ActivationKind kind = activation_of(f);
  if constexpr (kind != ActivationKind::identity) return activate<kind>(x, alpha, beta);
  if constexpr (f == log) return xsimd::log(x);
  if constexpr (f == neg) return -x;
  if constexpr (f == abs) return xsimd::abs(x);
  if constexpr (f == square) return x * x;
  if constexpr (f == reciprocal) return divide(broadcast(1), x);
  if constexpr (f == erf) return error_function(x);
  if constexpr (f == softsign) return divide(x, broadcast(1) + xsimd::abs(x));
  if constexpr (f == half_tanh) return BRICKS_ISA::sigmoid(x + x);
  if constexpr (f == exp_scaled) return exponential(alpha * x);
  if constexpr (f == sqrt_ratio) return divide(square_root(x), broadcast(1) + x);
  if constexpr (f == log_square) return xsimd::log(max(alpha, x * x));
  if constexpr (f == floor) return xsimd::floor(x);
  if constexpr (f == ceil) return xsimd::ceil(x);
}

template <UnaryFunction f>
BRICKS_INLINE void unary(const float* x, float* y, UnaryParameters parameters, std::ptrdiff_t begin,
                         std::ptrdiff_t end) {
  const Vec alpha = broadcast(parameters.alpha), beta = broadcast(parameters.beta);
  for_each_vector(begin, end, [=](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    store(y + i, evaluate<f>(load(x + i, extent), alpha, beta), extent);
  });
}

}  // namespace bricks::kernels::BRICKS_ISA
