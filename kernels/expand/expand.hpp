// Expand: a numpy broadcast of x to a larger shape, written out, as a strided view for strided_copy.
#pragma once

#include "kernels/copy/strided_copy.hpp"

#include <cstddef>
#include <span>

namespace bricks::kernels {

// sizes may be shorter than output_sizes (aligned at the last axis); each is 1 or equal to its output size.
StridedView expand_view(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> output_sizes,
                        std::ptrdiff_t element_bytes);

}  // namespace bricks::kernels
