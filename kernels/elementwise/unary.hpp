// y = f(x) over a contiguous range, in any layout: padding lanes are computed like all others.
//
// exp, log, tanh and erf follow the Cephes and fdlibm polynomials and stay within 4 units in the last place
// of the exact value (the test holds the bound of each function); infinities, zeros and NaN give what ONNX
// gives.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>
#include <cstdint>

namespace bricks::kernels {

// ONNX operators with their attributes, then the functions that ONNX writes as several operators.
enum class UnaryFunction : std::uint8_t {
  relu,          // max(0, x)
  clip,          // min(beta, max(alpha, x)): bounds min = alpha, max = beta
  leaky_relu,    // x < 0 ? alpha x : x
  sigmoid,       // 1 / (1 + exp(-x))
  tanh,          //
  elu,           // x < 0 ? alpha (exp(x) - 1) : x
  sqrt,          //
  exp,           //
  log,           //
  neg,           //
  abs,           //
  square,        // x^2 (Mul of x by itself, Pow 2)
  reciprocal,    // 1 / x
  hard_sigmoid,  // max(0, min(1, alpha x + beta))
  hard_swish,    // x max(0, min(1, x / 6 + 0.5))
  gelu,          // 0.5 x (1 + erf(x / sqrt(2)))
  erf,           //
  softplus,      // log(1 + exp(x))
  softsign,      // x / (1 + |x|)
  silu,          // x sigmoid(x)
  affine,        // alpha x + beta
  half_tanh,     // 0.5 + 0.5 tanh(x)
  exp_scaled,    // exp(alpha x)
  sqrt_ratio,    // sqrt(x) / (1 + x)
  log_square,    // log(max(alpha, x^2))
  floor,         //
  ceil,          //
  count
};

struct UnaryParameters {
  float alpha = 0, beta = 0;
};

struct UnaryKernels {
  // Elements [begin, end) of y = f(x); x and y may be the same array, no alignment is needed.
  using Function = void (*)(const float* x, float* y, UnaryParameters parameters, std::ptrdiff_t begin,
                            std::ptrdiff_t end);
  Function functions[static_cast<int>(UnaryFunction::count)];

  Function operator[](UnaryFunction function) const { return functions[static_cast<int>(function)]; }
};

template <Isa>
struct UnaryTable {
  static const UnaryKernels table;
};

inline const UnaryKernels& unary_kernels(Isa isa) { return kernels_for<UnaryTable>(isa); }

}  // namespace bricks::kernels
