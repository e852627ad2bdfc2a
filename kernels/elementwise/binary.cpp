#include "kernels/elementwise/binary.hpp"

#include <array>

namespace bricks::kernels {

BinaryNest binary_nest(std::span<const std::ptrdiff_t> a_sizes, std::span<const std::ptrdiff_t> b_sizes,
                       std::span<const std::ptrdiff_t> output_sizes) {
  std::array<std::ptrdiff_t, max_rank> a{}, b{};
  const std::span a_strides(a.data(), output_sizes.size()), b_strides(b.data(), output_sizes.size());
  broadcast_strides(a_sizes, output_sizes, a_strides);
  broadcast_strides(b_sizes, output_sizes, b_strides);
  return make_iteration<2>(output_sizes, {a_strides, b_strides});
}

}  // namespace bricks::kernels
