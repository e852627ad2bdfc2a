// Resize over H and W, nearest and linear (bilinear), through tables that the host makes once an axis.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace bricks::kernels {

// ONNX's coordinate_transformation_mode and nearest_mode.
enum class ResizeCoordinates : std::uint8_t { half_pixel, asymmetric, align_corners, pytorch_half_pixel };
enum class ResizeNearest : std::uint8_t { round_prefer_floor, round_prefer_ceil, floor, ceil };

// One axis: output i is input lower[i] * (1 - weight[i]) + input upper[i] * weight[i]; nearest uses lower
// alone. Neither table ever falls.
struct ResizeAxis {
  std::ptrdiff_t input, output;
  const std::int32_t* lower;
  const std::int32_t* upper;
  const float* weight;
};

// Fill tables of `output` entries. scale is output / input, or the scale given by the model.
void resize_nearest_table(std::ptrdiff_t input, std::ptrdiff_t output, double scale,
                          ResizeCoordinates coordinates, ResizeNearest nearest, std::int32_t* lower);
void resize_linear_table(std::ptrdiff_t input, std::ptrdiff_t output, double scale,
                         ResizeCoordinates coordinates, std::int32_t* lower, std::int32_t* upper,
                         float* weight);

struct ResizeShape {
  std::ptrdiff_t planes;  // N * C in plain layout, N * channel blocks in blocked layout
  ResizeAxis h, w;
};

// Scratch that one thread's linear_plain needs: one input row, at least a vector.
inline std::ptrdiff_t resize_scratch_bytes(const ResizeShape& shape) {
  return (shape.w.input < 16 ? 16 : shape.w.input) * 4;
}

struct ResizeKernels {
  // Output rows [begin, end) of planes * h.output; x and y do not overlap.
  void (*nearest_blocked)(const ResizeShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                          std::ptrdiff_t end);
  void (*linear_blocked)(const ResizeShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                         std::ptrdiff_t end);
  void (*nearest_plain)(const ResizeShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                        std::ptrdiff_t end);
  void (*linear_plain)(const ResizeShape& shape, const float* x, float* y, float* scratch,
                       std::ptrdiff_t begin, std::ptrdiff_t end);
};

template <Isa>
struct ResizeTable {
  static const ResizeKernels table;
};

inline const ResizeKernels& resize_kernels(Isa isa) { return kernels_for<ResizeTable>(isa); }

}  // namespace bricks::kernels
