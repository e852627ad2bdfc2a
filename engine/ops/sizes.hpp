// Sizes of tensors as kernels want them.
#pragma once

#include "engine/graph/tensor_type.hpp"
#include "engine/plan/unit_kernel.hpp"

#include <cstddef>

namespace bricks::ops {

// [N][C][the rest] of a tensor of rank 2 or more, in channel blocks of the ISA's lanes.
struct Channels {
  std::ptrdiff_t batch, channels, spatial;
  std::ptrdiff_t lanes, blocks;
};
inline Channels channels_of(const Shape& shape, Isa isa) {
  Channels c{shape[0], shape[1], 1, isa_info(isa).lanes, 0};
  for (std::size_t d = 2; d < shape.size(); ++d) c.spatial *= shape[d];
  c.blocks = (c.channels + c.lanes - 1) / c.lanes;
  return c;
}

// Elements that a tensor takes in memory, padding lanes included.
inline std::ptrdiff_t stored_elements(const TensorType& type, Layout layout, Isa isa) {
  return static_cast<std::ptrdiff_t>(tensor_bytes(type, layout, isa_info(isa).lanes) /
                                     element_bytes(type.type));
}

// Product of the dimensions [first, last).
inline std::ptrdiff_t dimension_product(const Shape& shape, std::size_t first, std::size_t last) {
  std::ptrdiff_t product = 1;
  for (std::size_t d = first; d < last; ++d) product *= shape[d];
  return product;
}

// Packed arrays begin at 64 bytes.
inline std::ptrdiff_t aligned_floats(std::ptrdiff_t floats) { return (floats + 15) / 16 * 16; }

template <class T = float>
const T* input(const Bindings& bindings, std::size_t index) {
  return static_cast<const T*>(bindings.inputs[index]);
}
template <class T = float>
T* output(const Bindings& bindings, std::size_t index = 0) {
  return static_cast<T*>(bindings.outputs[index]);
}
inline const float* packed_floats(const Bindings& bindings, std::ptrdiff_t offset = 0) {
  return reinterpret_cast<const float*>(bindings.packed) + offset;
}

}  // namespace bricks::ops
