#pragma once

#include "kernels/elementwise/unary.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels::reference {

inline double unary(UnaryFunction f, double x, double alpha, double beta) {
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  switch (f) {
    case UnaryFunction::relu:
      return std::isnan(x) ? x : std::max(0.0, x);
    case UnaryFunction::clip:
      return std::isnan(x) ? x : std::min(beta, std::max(alpha, x));
    case UnaryFunction::leaky_relu:
      return x < 0 ? alpha * x : x;
    case UnaryFunction::sigmoid:
      return sigmoid(x);
    case UnaryFunction::tanh:
      return std::tanh(x);
    case UnaryFunction::elu:
      return x < 0 ? alpha * std::expm1(x) : x;
    case UnaryFunction::sqrt:
      return std::sqrt(x);
    case UnaryFunction::exp:
      return std::exp(x);
    case UnaryFunction::log:
      return std::log(x);
    case UnaryFunction::neg:
      return -x;
    case UnaryFunction::abs:
      return std::abs(x);
    case UnaryFunction::square:
      return x * x;
    case UnaryFunction::reciprocal:
      return 1 / x;
    case UnaryFunction::hard_sigmoid:
      return std::isnan(x) ? x : std::min(1.0, std::max(0.0, alpha * x + beta));
    case UnaryFunction::hard_swish:
      return std::isnan(x) ? x : x * std::min(1.0, std::max(0.0, x / 6 + 0.5));
    case UnaryFunction::gelu:
      return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
    case UnaryFunction::erf:
      return std::erf(x);
    case UnaryFunction::softplus:
      return x > 40 ? x : std::log1p(std::exp(x));
    case UnaryFunction::softsign:
      return x / (1 + std::abs(x));
    case UnaryFunction::silu:
      return x * sigmoid(x);
    case UnaryFunction::affine:
      return alpha * x + beta;
    case UnaryFunction::half_tanh:
      return 0.5 + 0.5 * std::tanh(x);
    case UnaryFunction::exp_scaled:
      return std::exp(alpha * x);
    case UnaryFunction::sqrt_ratio:
      return std::sqrt(x) / (1 + x);
    case UnaryFunction::log_square:
      return std::isnan(x) ? x : std::log(std::max(alpha, x * x));
    case UnaryFunction::floor:
      return std::floor(x);
    case UnaryFunction::ceil:
      return std::ceil(x);
    case UnaryFunction::count:
      break;
  }
  return x;
}

}  // namespace bricks::kernels::reference
