#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/elementwise/binary.hpp"
#include "kernels/simd/range.hpp"

#include <limits>

namespace bricks::kernels::BRICKS_ISA {

// 0^b for b < 0 or NaN: infinite, with the sign of the zero where b is odd.
BRICKS_INLINE Vec zero_to_the_power(Vec a, Vec b) {
  const Vec half = broadcast(0.5f) * b;
  const auto odd = (xsimd::floor(b) == b) & !(xsimd::floor(half) == half);
  return xsimd::select(b < zero(), divide(broadcast(1), xsimd::select(odd, a, xsimd::abs(a))), b);
}

// xsimd's pow is exp(b log|a|) with the signs of integral exponents. 0 * inf inside it loses 1^b, a^0 and
// (-1)^inf, and xsimd 8.1 takes 0^b for 0 whatever b is.
BRICKS_INLINE Vec power(Vec a, Vec b) {
  const Vec one = broadcast(1), infinity = broadcast(std::numeric_limits<float>::infinity());
  const Vec y = xsimd::select((a == zero()) & !(b > zero()), zero_to_the_power(a, b), xsimd::pow(a, b));
  const auto is_one = (a == one) | (b == zero()) | ((a == -one) & (xsimd::abs(b) == infinity));
  return xsimd::select(is_one, one, y);
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

// An operand that is read along with the output, and one that stays in a register.
struct Read {
  BRICKS_INLINE explicit Read(const float* from) : data(from) {}
  template <class Extent>
  BRICKS_INLINE Vec operator()(std::ptrdiff_t i, Extent extent) const {
    return load(data + i, extent);
  }
  const float* data;
};
struct Repeat {
  BRICKS_INLINE explicit Repeat(const float* from) : value(broadcast(*from)) {}
  BRICKS_INLINE explicit Repeat(Vec all) : value(all) {}
  template <class Extent>
  BRICKS_INLINE Vec operator()(std::ptrdiff_t, Extent) const {
    return value;
  }
  Vec value;
};

struct BinaryPanel {
  const float *a, *b;
  const float* residual;  // or null
  float* y;
  std::ptrdiff_t a_stride, b_stride;  // from row to row
  std::ptrdiff_t rows, columns;
};

struct BinaryEpilogue {
  Vec alpha;
  InlineActivationVec activation;
  bool activates;
};

template <BinaryFunction f, class A, class B>
BRICKS_INLINE void binary_row(const A& a, const B& b, const float* residual, float* y, std::ptrdiff_t columns,
                              const BinaryEpilogue& with) {
  for_each_vector(0, columns, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    Vec value = evaluate<f>(a(i, extent), b(i, extent), with.alpha);
    if (residual) value = value + load(residual + i, extent);
    if (with.activates) value = activate_inline(value, with.activation);
    store(y + i, value, extent);
  });
}

template <BinaryFunction f, class A, class B>
BRICKS_INLINE void binary_rows(const BinaryPanel& panel, const BinaryEpilogue& with) {
  for (std::ptrdiff_t row = 0; row < panel.rows; ++row)
    binary_row<f>(A(panel.a + row * panel.a_stride), B(panel.b + row * panel.b_stride),
                  panel.residual ? panel.residual + row * panel.columns : nullptr,
                  panel.y + row * panel.columns, panel.columns, with);
}

// Strides of the operands along the innermost axis.
struct InnerStrides {
  std::ptrdiff_t a, b;
};

// A row that goes into a vector a whole number of times, as often as it does.
BRICKS_INLINE Vec vector_of_rows(const float* row, std::ptrdiff_t columns) {
  if (columns == lanes) return load(row);
  float rows[lanes];
  for (std::ptrdiff_t i = 0; i < lanes; ++i) rows[i] = row[i % columns];
  return load(rows);
}

template <BinaryFunction f>
BRICKS_INLINE void binary_panel(const BinaryPanel& panel, InnerStrides stride, const BinaryEpilogue& with) {
  if (stride.a == 0 && stride.b == 0) return binary_rows<f, Repeat, Repeat>(panel, with);
  if (stride.a == 0) return binary_rows<f, Repeat, Read>(panel, with);
  if (stride.b == 0) return binary_rows<f, Read, Repeat>(panel, with);
  // One row against many, as a per-channel vector in blocked layout: half the time of going row by row. Where
  // two rows go into a vector (8 columns, AVX-512) a third of it, and in place a thirteenth, as no load has
  // to wait for the masked store before it: capsnet's largest product takes 0.058 ms instead of 0.76.
  const std::ptrdiff_t count = panel.rows * panel.columns;
  const bool fills_vectors = lanes % panel.columns == 0;
  if (fills_vectors && panel.a_stride == panel.columns && panel.b_stride == 0)
    return binary_row<f>(Read(panel.a), Repeat(vector_of_rows(panel.b, panel.columns)), panel.residual,
                         panel.y, count, with);
  if (fills_vectors && panel.b_stride == panel.columns && panel.a_stride == 0)
    return binary_row<f>(Repeat(vector_of_rows(panel.a, panel.columns)), Read(panel.b), panel.residual,
                         panel.y, count, with);
  binary_rows<f, Read, Read>(panel, with);
}

template <BinaryFunction f>
BRICKS_INLINE void binary(const BinaryNest& nest, const float* a, const float* b, float* y,
                          const BinaryParameters& parameters, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const int inner = nest.rank - 1;
  const BinaryEpilogue with = {.alpha = broadcast(parameters.alpha),
                               .activation = InlineActivationVec(inline_activation(parameters.activation)),
                               .activates = parameters.activation.kind != ActivationKind::identity};
  for_each_panel(nest, begin, end, [&](const Panel<2>& at) {
    const BinaryPanel panel = {.a = a + at.offset[0],
                               .b = b + at.offset[1],
                               .residual = parameters.residual ? parameters.residual + at.output : nullptr,
                               .y = y + at.output,
                               .a_stride = nest.stride[0][inner - 1],
                               .b_stride = nest.stride[1][inner - 1],
                               .rows = at.rows,
                               .columns = at.columns};
    binary_panel<f>(panel, {nest.stride[0][inner], nest.stride[1][inner]}, with);
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
