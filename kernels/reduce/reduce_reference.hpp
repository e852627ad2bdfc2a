#pragma once

#include "kernels/reduce/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bricks::kernels::reference {

inline double reduce(ReduceFunction f, const std::vector<double>& terms) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double sum = 0, absolute = 0, squares = 0, product = 1, largest = -infinity, smallest = infinity,
         powers = 0;
  for (double x : terms) {
    sum += x;
    absolute += std::abs(x);
    squares += x * x;
    product *= x;
    largest = std::max(largest, x);
    smallest = std::min(smallest, x);
    powers += std::exp(x);
  }
  switch (f) {
    case ReduceFunction::sum:
      return sum;
    case ReduceFunction::mean:
      return sum / static_cast<double>(terms.size());
    case ReduceFunction::max:
      return largest;
    case ReduceFunction::min:
      return smallest;
    case ReduceFunction::prod:
      return product;
    case ReduceFunction::l1:
      return absolute;
    case ReduceFunction::l2:
      return std::sqrt(squares);
    case ReduceFunction::sum_square:
      return squares;
    case ReduceFunction::log_sum:
      return std::log(sum);
    case ReduceFunction::log_sum_exp:
      return std::log(powers);
    case ReduceFunction::count:
      break;
  }
  return sum;
}

}  // namespace bricks::kernels::reference
