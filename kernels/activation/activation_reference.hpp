#pragma once

#include "kernels/activation/activation.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels::reference {

inline double activate(const Activation& f, double x) {
  if (std::isnan(x)) return x;
  const double alpha = f.alpha, beta = f.beta;
  switch (f.kind) {
    case ActivationKind::identity:
      return x;
    case ActivationKind::relu:
      return std::max(0.0, x);
    case ActivationKind::clip:
      return std::min(beta, std::max(alpha, x));
    case ActivationKind::leaky_relu:
      return x < 0 ? alpha * x : x;
    case ActivationKind::sigmoid:
      return 1 / (1 + std::exp(-x));
    case ActivationKind::tanh:
      return std::tanh(x);
    case ActivationKind::elu:
      return x < 0 ? alpha * std::expm1(x) : x;
    case ActivationKind::hard_sigmoid:
      return std::min(1.0, std::max(0.0, alpha * x + beta));
    case ActivationKind::hard_swish:
      return x * std::min(1.0, std::max(0.0, x / 6 + 0.5));
    case ActivationKind::silu:
      return x / (1 + std::exp(-x));
    case ActivationKind::gelu:
      return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
    case ActivationKind::softplus:
      return std::max(0.0, x) + std::log1p(std::exp(-std::abs(x)));
    case ActivationKind::exp:
      return std::exp(x);
    case ActivationKind::sqrt:
      return std::sqrt(x);
    case ActivationKind::affine:
      return alpha * x + beta;
  }
  return x;
}

}  // namespace bricks::kernels::reference
