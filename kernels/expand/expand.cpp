#include "kernels/expand/expand.hpp"

#include <array>

namespace bricks::kernels {

StridedView expand_view(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> output_sizes,
                        std::ptrdiff_t element_bytes) {
  std::array<std::ptrdiff_t, max_rank> strides{};
  const std::span used(strides.data(), output_sizes.size());
  broadcast_strides(sizes, output_sizes, used);
  return {make_iteration<1>(output_sizes, {used}), 0, element_bytes};
}

}  // namespace bricks::kernels
