#include "kernels/slice/slice.hpp"

#include <array>

namespace bricks::kernels {

StridedView slice_view(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> starts,
                       std::span<const std::ptrdiff_t> counts, std::span<const std::ptrdiff_t> steps,
                       std::ptrdiff_t element_bytes) {
  std::array<std::ptrdiff_t, max_rank> strides{};
  std::ptrdiff_t stride = 1, offset = 0;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    offset += starts[d] * stride;
    strides[d] = steps[d] * stride;
    stride *= sizes[d];
  }
  return {make_iteration<1>(counts, {std::span(strides.data(), sizes.size())}), offset, element_bytes};
}

}  // namespace bricks::kernels
