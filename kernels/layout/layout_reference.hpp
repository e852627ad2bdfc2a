#pragma once

#include <cstddef>

namespace bricks::kernels::reference {

// Where element (n, c, pixel) of a blocked tensor stands.
struct BlockedTensor {
  std::ptrdiff_t channels, spatial, lanes;

  std::ptrdiff_t blocks() const { return (channels + lanes - 1) / lanes; }
  std::ptrdiff_t image() const { return blocks() * spatial * lanes; }
  std::ptrdiff_t index(std::ptrdiff_t n, std::ptrdiff_t c, std::ptrdiff_t pixel) const {
    return n * image() + (c / lanes * spatial + pixel) * lanes + c % lanes;
  }
};

}  // namespace bricks::kernels::reference
