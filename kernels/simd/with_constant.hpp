// A number that is known when the program runs, as a template argument.
#pragma once

#include "kernels/simd/simd.hpp"

#include <type_traits>

namespace bricks::kernels::BRICKS_ISA {

// body(std::integral_constant<int, number>), for a number from 1 to `most`; nothing for any other.
template <int most, class Body>
BRICKS_INLINE void with_constant(std::ptrdiff_t number, const Body& body) {
  if constexpr (most > 0) {
    if (number == most)
      body(std::integral_constant<int, most>{});
    else
      with_constant<most - 1>(number, body);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
