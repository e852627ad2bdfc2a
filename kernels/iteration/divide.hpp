// Whole numbers of parts.
#pragma once

#include <cstddef>

namespace bricks::kernels {

// How many parts of b hold a; b above 0, a not below.
constexpr std::ptrdiff_t divide_up(std::ptrdiff_t a, std::ptrdiff_t b) { return (a + b - 1) / b; }

}  // namespace bricks::kernels
