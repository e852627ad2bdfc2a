#include "kernels/gather/gather.hpp"

#include <cstring>

namespace bricks::kernels {
namespace {

// The position that an index means, -1 where it is out of range.
std::ptrdiff_t resolve(std::int64_t index, std::ptrdiff_t size) {
  if (index < -size || index >= size) return -1;
  return static_cast<std::ptrdiff_t>(index < 0 ? index + size : index);
}

bool copy_row(const char* x, std::ptrdiff_t row, char* y, std::ptrdiff_t bytes) {
  if (bytes == 0) return row >= 0;
  if (row < 0) {
    std::memset(y, 0, static_cast<std::size_t>(bytes));
    return false;
  }
  std::memcpy(y, x + row * bytes, static_cast<std::size_t>(bytes));
  return true;
}

}  // namespace

bool gather(const GatherShape& shape, const void* x, const std::int64_t* indices, void* y,
            std::ptrdiff_t begin, std::ptrdiff_t end) {
  bool good = true;
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    const std::ptrdiff_t position = resolve(indices[row % shape.indices], shape.axis);
    const std::ptrdiff_t source = position < 0 ? -1 : row / shape.indices * shape.axis + position;
    good &= copy_row(static_cast<const char*>(x), source, static_cast<char*>(y) + row * shape.inner_bytes,
                     shape.inner_bytes);
  }
  return good;
}

bool gather_nd(const GatherNdShape& shape, const void* x, const std::int64_t* indices, void* y,
               std::ptrdiff_t begin, std::ptrdiff_t end) {
  bool good = true;
  for (std::ptrdiff_t row = begin; row < end; ++row) {
    std::ptrdiff_t source = row / shape.rows;
    for (int d = 0; d < shape.depth && source >= 0; ++d) {
      const std::ptrdiff_t position = resolve(indices[row * shape.depth + d], shape.sizes[d]);
      source = position < 0 ? -1 : source * shape.sizes[d] + position;
    }
    good &= copy_row(static_cast<const char*>(x), source, static_cast<char*>(y) + row * shape.inner_bytes,
                     shape.inner_bytes);
  }
  return good;
}

}  // namespace bricks::kernels
