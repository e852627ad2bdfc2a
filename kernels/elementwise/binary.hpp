// y = f(a, b) + residual with numpy broadcasting, and the sum of any number of tensors.
//
// Broadcasting is a loop nest over strides (kernels/iteration), so it knows no layouts: blocked tensors are
// given as [N][C/c][H][W][c], a per-channel vector as [C/c][1][1][c], one channel against all as lane 0 with
// stride 0.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/isa/dispatch.hpp"
#include "kernels/iteration/iteration.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace bricks::kernels {

enum class BinaryFunction : std::uint8_t {
  add,
  sub,
  mul,
  div,
  max,                 // NaN where either operand is NaN
  min,                 // NaN where either operand is NaN
  pow,                 // as std::pow: any base with an integral exponent; infinite above 2.4e38
  prelu,               // a < 0 ? a b : a
  add_scaled,          // a + alpha b
  squared_difference,  // (a - b)^2
  div_offset,          // a / (alpha + b)
  count
};

// y = activation(f(a, b) + residual).
struct BinaryParameters {
  float alpha = 0;
  Activation activation = {};
  const float* residual = nullptr;  // contiguous as the output is, which may be this one; null: none
};

// Operands 0 and 1 are a and b; the innermost strides are 0 or 1. The output is contiguous.
using BinaryNest = Iteration<2>;

// The nest of two contiguous tensors. For other strides call make_iteration.
BinaryNest binary_nest(std::span<const std::ptrdiff_t> a_sizes, std::span<const std::ptrdiff_t> b_sizes,
                       std::span<const std::ptrdiff_t> output_sizes);

struct BinaryKernels {
  // Elements [begin, end) of nest.count. y may be an operand that is not repeated, else they do not overlap.
  using Function = void (*)(const BinaryNest& nest, const float* a, const float* b, float* y,
                            const BinaryParameters& parameters, std::ptrdiff_t begin, std::ptrdiff_t end);
  Function functions[static_cast<int>(BinaryFunction::count)];

  Function operator[](BinaryFunction function) const { return functions[static_cast<int>(function)]; }

  // Elements [begin, end) of y = activation(((x[0] + x[1]) + x[2]) + ...), count at least 1, all of one shape
  // and contiguous; y may be one of them.
  void (*sum)(const float* const* x, int count, float* y, const Activation& activation, std::ptrdiff_t begin,
              std::ptrdiff_t end);
};

template <Isa>
struct BinaryTable {
  static const BinaryKernels table;
};

inline const BinaryKernels& binary_kernels(Isa isa) { return kernels_for<BinaryTable>(isa); }

}  // namespace bricks::kernels
