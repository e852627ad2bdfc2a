// Slice, and indexing, as a strided view for strided_copy.
//
// In blocked layout: N, H and W as sizes [N][C/c][H][W] with elements of lanes floats; channels at multiples
// of the lanes likewise, at other places by LayoutKernels::copy_channels.
#pragma once

#include "kernels/copy/strided_copy.hpp"

#include <cstddef>
#include <span>

namespace bricks::kernels {

// For each axis of x: the first index, how many, and the step (negative walks backwards); all within the
// axis. The caller has resolved ONNX's negative, clamped and missing values.
StridedView slice_view(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> starts,
                       std::span<const std::ptrdiff_t> counts, std::span<const std::ptrdiff_t> steps,
                       std::ptrdiff_t element_bytes);

}  // namespace bricks::kernels
