#pragma once

#include "kernels/activation/activation_reference.hpp"
#include "kernels/elementwise/binary.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels::reference {

inline double binary(BinaryFunction f, double a, double b, double alpha) {
  switch (f) {
    case BinaryFunction::add:
      return a + b;
    case BinaryFunction::sub:
      return a - b;
    case BinaryFunction::mul:
      return a * b;
    case BinaryFunction::div:
      return a / b;
    case BinaryFunction::max:
      return std::isnan(a) || std::isnan(b) ? a + b : std::max(a, b);
    case BinaryFunction::min:
      return std::isnan(a) || std::isnan(b) ? a + b : std::min(a, b);
    case BinaryFunction::pow:
      return std::pow(a, b);
    case BinaryFunction::prelu:
      return a < 0 ? a * b : a;
    case BinaryFunction::add_scaled:
      return a + alpha * b;
    case BinaryFunction::squared_difference:
      return (a - b) * (a - b);
    case BinaryFunction::div_offset:
      return a / (alpha + b);
    case BinaryFunction::count:
      break;
  }
  return a;
}

// Index of operand k's element for output element `position`.
template <int Operands>
std::ptrdiff_t element(const Iteration<Operands>& nest, int k, std::ptrdiff_t position) {
  std::ptrdiff_t offset = 0;
  for (int d = nest.rank - 1; d >= 0; --d) {
    offset += position % nest.size[d] * nest.stride[k][d];
    position /= nest.size[d];
  }
  return offset;
}

}  // namespace bricks::kernels::reference
