#include "kernels/iteration/iteration.hpp"

namespace bricks::kernels {

void broadcast_strides(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> output_sizes,
                       std::span<std::ptrdiff_t> strides) {
  const std::size_t missing = output_sizes.size() - sizes.size();
  std::ptrdiff_t stride = 1;
  for (std::size_t d = output_sizes.size(); d-- > 0;) {
    const std::ptrdiff_t size = d < missing ? 1 : sizes[d - missing];
    strides[d] = size == 1 ? 0 : stride;
    stride *= size;
  }
}

}  // namespace bricks::kernels
