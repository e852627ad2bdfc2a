// Plain test tensors in the blocked layout and back, with NaN in the padding lanes.
#pragma once

#include "kernels/layout/layout_reference.hpp"
#include "tests/support/kernel_test.hpp"

namespace bricks::test {

inline Buffer to_blocked(const Buffer& plain, std::ptrdiff_t batch, std::ptrdiff_t channels,
                         std::ptrdiff_t spatial, Isa isa) {
  const kernels::reference::BlockedTensor tensor = {channels, spatial, isa_info(isa).lanes};
  Buffer blocked(batch * tensor.image(), not_a_number);
  for (std::ptrdiff_t n = 0; n < batch; ++n)
    for (std::ptrdiff_t c = 0; c < channels; ++c)
      for (std::ptrdiff_t p = 0; p < spatial; ++p)
        blocked[tensor.index(n, c, p)] = plain[(n * channels + c) * spatial + p];
  return blocked;
}

inline Buffer to_plain(const Buffer& blocked, std::ptrdiff_t batch, std::ptrdiff_t channels,
                       std::ptrdiff_t spatial, Isa isa) {
  REQUIRE(blocked.guards_intact());
  const kernels::reference::BlockedTensor tensor = {channels, spatial, isa_info(isa).lanes};
  Buffer plain(batch * channels * spatial);
  for (std::ptrdiff_t n = 0; n < batch; ++n)
    for (std::ptrdiff_t c = 0; c < channels; ++c)
      for (std::ptrdiff_t p = 0; p < spatial; ++p)
        plain[(n * channels + c) * spatial + p] = blocked[tensor.index(n, c, p)];
  return plain;
}

}  // namespace bricks::test
