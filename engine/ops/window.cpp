#include "engine/ops/window.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"

namespace bricks::ops {

void expect_window(const Window& window) {
  expect_values("kernel_shape", window.kernel_shape, 2, positive);
  expect_values("strides", window.strides, 2, positive);
  expect_values("pads", window.pads, 4, not_negative);
  expect_values("dilations", window.dilations, 2, positive);
}

std::int64_t window_extent(const Window& window, std::size_t axis) {
  return window.dilations[axis] * (window.kernel_shape[axis] - 1) + 1;
}

std::int64_t window_output(const Window& window, std::size_t axis, std::int64_t input, bool round_up) {
  const std::int64_t begin = window.pads[axis], end = window.pads[axis + 2], stride = window.strides[axis];
  const std::int64_t room = input + begin + end - window_extent(window, axis);
  if (room < 0)
    throw Error("the window covers " + std::to_string(window_extent(window, axis)) +
                " pixels, expected at most " + std::to_string(input + begin + end) + " (input " +
                std::to_string(input) + " and pads)");
  std::int64_t output = room / stride + 1;
  if (round_up && room % stride != 0 && output * stride < input + begin) ++output;
  return output;
}

}  // namespace bricks::ops
