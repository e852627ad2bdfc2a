// Where: y = condition ? a : b, with numpy broadcasting of all three.
#pragma once

#include "kernels/iteration/iteration.hpp"

#include <cstddef>
#include <cstdint>

namespace bricks::kernels {

// Elements [begin, end) of y = condition ? a : b. Operands 0, 1, 2 of the nest are condition (bytes, 0 is
// false), a, b; values are 4 or 8 bytes wide.
void where(const Iteration<3>& nest, const std::uint8_t* condition, const void* a, const void* b, void* y,
           std::ptrdiff_t value_bytes, std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace bricks::kernels
