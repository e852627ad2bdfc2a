#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/elementwise/binary.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// xsimd's pow is exp(b log|a|) with the signs of integral exponents; 0 * inf inside it loses these two cases.
BRICKS_INLINE Vec power(Vec a, Vec b) {
  const Vec one = broadcast(1);
  return xsimd::select((a == one) | (b == zero()), one, xsimd::pow(a, b));
}

template <BinaryFunction f>
BRICKS_INLINE Vec evaluate(Vec a, Vec b, Vec alpha) {
  using enum BinaryFunction;
  if constexpr (f == add) return a + b;
  if constexpr (f == sub) return a - b;
  if constexpr (f == mul) return a * b;
  if constexpr (f == div) return divide(a, b);
  // Not a != a: xsimd 8.1 compares ordered there, so it is false for NaN.
  if constexpr (f == BinaryFunction::max) return xsimd::select(a == a, BRICKS_ISA::max(a, b), a);
  if constexpr (f == BinaryFunction::min) return xsimd::select(a == a, BRICKS_ISA::min(a, b), a);
  if constexpr (f == pow) return power(a, b);
  if constexpr (f == prelu) return fmadd(b, BRICKS_ISA::min(zero(), a), BRICKS_ISA::max(zero(), a));
  if constexpr (f == add_scaled) return fmadd(alpha, b, a);
  if constexpr (f == squared_difference) return (a - b) * (a - b);
  if constexpr (f == div_offset) return divide(a, alpha + b);
}

// An operand's innermost stride is a template parameter: 1 is read, 0 stays in a register.
struct Read {
  BRICKS_INLINE Read(const float* from) : data(from) {}
  template <class Extent>
  BRICKS_INLINE Vec operator()(std::ptrdiff_t i, Extent extent) const {
    return load(data + i, extent);
  }
  const float* data;
};
struct Repeat {
  BRICKS_INLINE Repeat(const float* from) : value(broadcast(*from)) {}
  template <class Extent>
  BRICKS_INLINE Vec operator()(std::ptrdiff_t, Extent) const {
    return value;
  }
  Vec value;
};

struct BinaryPanel {
  const float *a, *b;
  float* y;
  std::ptrdiff_t a_stride, b_stride;  // from row to row
  std::ptrdiff_t rows, columns;
};

template <BinaryFunction f, class A, class B>
BRICKS_INLINE void binary_panel(const BinaryPanel& panel, Vec alpha, const InlineActivationVec& activation,
                                bool activates) {
  for (std::ptrdiff_t row = 0; row < panel.rows; ++row) {
    const A a(panel.a + row * panel.a_stride);
    const B b(panel.b + row * panel.b_stride);
    float* y = panel.y + row * panel.columns;
    for_each_vector(0, panel.columns, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      Vec value = evaluate<f>(a(i, extent), b(i, extent), alpha);
      if (activates) value = activate_inline(value, activation);
      store(y + i, value, extent);
    });
  }
}

template <BinaryFunction f>
BRICKS_INLINE void binary(const BinaryNest& nest, const float* a, const float* b, float* y,
                          const BinaryParameters& parameters, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const int inner = nest.rank - 1;
  const Vec alpha = broadcast(parameters.alpha);
  const InlineActivationVec activation(inline_activation(parameters.activation));
  const bool activates = parameters.activation.kind != ActivationKind::identity;
  for_each_panel(nest, begin, end, [&](const Panel<2>& at) {
    const BinaryPanel panel = {.a = a + at.offset[0],
                               .b = b + at.offset[1],
                               .y = y + at.output,
                               .a_stride = nest.stride[0][inner - 1],
                               .b_stride = nest.stride[1][inner - 1],
                               .rows = at.rows,
                               .columns = at.columns};
    if (nest.stride[0][inner] == 0 && nest.stride[1][inner] == 0)
      binary_panel<f, Repeat, Repeat>(panel, alpha, activation, activates);
    else if (nest.stride[0][inner] == 0)
      binary_panel<f, Repeat, Read>(panel, alpha, activation, activates);
    else if (nest.stride[1][inner] == 0)
      binary_panel<f, Read, Repeat>(panel, alpha, activation, activates);
    else
      binary_panel<f, Read, Read>(panel, alpha, activation, activates);
  });
}

BRICKS_INLINE void sum(const float* const* x, int count, float* y, const Activation& f, std::ptrdiff_t begin,
                       std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  for_each_vector(begin, end, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    Vec total = load(x[0] + i, extent);
    for (int k = 1; k < count; ++k) total = total + load(x[k] + i, extent);
    store(y + i, activate_inline(total, activation), extent);
  });
}

}  // namespace bricks::kernels::BRICKS_ISA
