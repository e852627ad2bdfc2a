// Activation functions y = f(x), shared by every family that applies one in its epilogue.
//
// Names, parameters and formulas are ONNX's. A NaN in x stays NaN under every kind: bounds are taken as
// max(lo, x) and min(hi, x) in that operand order (see max() in simd/simd.hpp).
//
// Two ways to apply one. `is_inline`: identity, Relu, Clip and LeakyRelu are a few instructions, so kernels
// apply them to the accumulators before the store. All others are a second pass over what was just written,
// while it is in L1.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace bricks::kernels {

enum class ActivationKind : std::uint8_t {
  identity,
  relu,
  clip,        // alpha = min, beta = max
  leaky_relu,  // x < 0 ? alpha x : x
  sigmoid,     // 1 / (1 + exp(-x))
  tanh,
  elu,           // x < 0 ? alpha (exp(x) - 1) : x
  hard_sigmoid,  // min(1, max(0, alpha x + beta))
  hard_swish,    // x HardSigmoid(x) with alpha = 1/6, beta = 1/2
  silu,          // x sigmoid(x), the Swish of EfficientNet
  gelu,          // x (1 + erf(x / sqrt(2))) / 2
  softplus,      // log(1 + exp(x))
  exp,
  sqrt,
  affine,  // alpha x + beta
};

struct Activation {
  ActivationKind kind = ActivationKind::identity;
  float alpha = 0, beta = 0;
};

constexpr bool is_inline(const Activation& a) { return a.kind <= ActivationKind::leaky_relu; }

// The inline kinds as one branch-free form, min(high, max(low, x)), after x < 0 ? slope x : x where `leaky`.
// For kinds that are not inline it is the identity.
struct InlineActivation {
  float low = -std::numeric_limits<float>::infinity(), high = std::numeric_limits<float>::infinity();
  float slope = 1;
  bool leaky = false;
};

constexpr InlineActivation inline_activation(const Activation& a) {
  InlineActivation form;
  if (a.kind == ActivationKind::relu) form.low = 0;
  if (a.kind == ActivationKind::clip) form.low = a.alpha, form.high = a.beta;
  if (a.kind == ActivationKind::leaky_relu) form.slope = a.alpha, form.leaky = true;
  return form;
}

struct ActivationKernels {
  // Elements [begin, end) of y = f(x), any kind; x and y may be the same array, no alignment is needed.
  void (*apply)(const Activation& f, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end);
};

template <Isa>
struct ActivationTable {
  static const ActivationKernels table;
};

inline const ActivationKernels& activation_kernels(Isa isa) { return kernels_for<ActivationTable>(isa); }

}  // namespace bricks::kernels
