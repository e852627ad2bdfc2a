// Sizes of what slides a window over H and W: convolution and pooling.
#pragma once

#include "engine/graph/op.hpp"

#include <cstdint>
#include <vector>

namespace bricks::ops {

// ONNX's attributes of a two-dimensional window: {h, w}, pads {top, left, bottom, right}.
struct Window {
  const std::vector<std::int64_t>&kernel_shape, &strides, &pads, &dilations;
};

// Throws Error unless every list has its length and every value its range.
void expect_window(const Window& window);

// Pixels that a window with its gaps covers along axis 0 (h) or 1 (w).
std::int64_t window_extent(const Window& window, std::size_t axis);

// Output size along an axis; rounding up leaves out windows that would begin behind the input and its begin
// pad. Throws Error where not one window fits.
std::int64_t window_output(const Window& window, std::size_t axis, std::int64_t input, bool round_up = false);

}  // namespace bricks::ops
