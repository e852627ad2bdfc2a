#include "kernels/resize/resize.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels {
namespace {

// The position in the input that output i stands for, ONNX's coordinate_transformation_mode.
double source_position(std::ptrdiff_t i, std::ptrdiff_t input, std::ptrdiff_t output, double scale,
                       ResizeCoordinates coordinates) {
  const auto at = static_cast<double>(i);
  switch (coordinates) {
    case ResizeCoordinates::half_pixel:
      return (at + 0.5) / scale - 0.5;
    case ResizeCoordinates::asymmetric:
      return at / scale;
    case ResizeCoordinates::align_corners:
      return output > 1 ? at * static_cast<double>(input - 1) / static_cast<double>(output - 1) : 0;
    case ResizeCoordinates::pytorch_half_pixel:
      return output > 1 ? (at + 0.5) / scale - 0.5 : 0;
  }
  return 0;
}

// The position is a float32 number, as in ONNX Runtime: pixel 4 of 6 at a scale of 1.3333334 is at 3, not
// before it.
double round_position(double exact, ResizeNearest nearest) {
  const auto position = static_cast<double>(static_cast<float>(exact));
  switch (nearest) {
    case ResizeNearest::round_prefer_floor:
      return std::ceil(position - 0.5);
    case ResizeNearest::round_prefer_ceil:
      return std::floor(position + 0.5);
    case ResizeNearest::floor:
      return std::floor(position);
    case ResizeNearest::ceil:
      return std::ceil(position);
  }
  return position;
}

std::int32_t clamp_index(double position, std::ptrdiff_t input) {
  return static_cast<std::int32_t>(std::clamp(position, 0.0, static_cast<double>(input - 1)));
}

}  // namespace

void resize_nearest_table(std::ptrdiff_t input, std::ptrdiff_t output, double scale,
                          ResizeCoordinates coordinates, ResizeNearest nearest, std::int32_t* lower) {
  for (std::ptrdiff_t i = 0; i < output; ++i)
    lower[i] =
        clamp_index(round_position(source_position(i, input, output, scale, coordinates), nearest), input);
}

void resize_linear_table(std::ptrdiff_t input, std::ptrdiff_t output, double scale,
                         ResizeCoordinates coordinates, std::int32_t* lower, std::int32_t* upper,
                         float* weight) {
  for (std::ptrdiff_t i = 0; i < output; ++i) {
    const double position = source_position(i, input, output, scale, coordinates);
    const double clamped = std::clamp(position, 0.0, static_cast<double>(input - 1));
    const double floor = std::floor(clamped);
    lower[i] = clamp_index(floor, input);
    upper[i] = clamp_index(floor + 1, input);
    weight[i] = static_cast<float>(clamped - floor);
  }
}

}  // namespace bricks::kernels
