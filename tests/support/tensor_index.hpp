// Row-major positions and multi-dimensional indices, for references over tensors of any rank.
#pragma once

#include "tests/support/kernel_test.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

namespace bricks::test {

using Sizes = std::vector<std::ptrdiff_t>;

inline std::ptrdiff_t product(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::ptrdiff_t{1}, std::multiplies<>{});
}

inline Sizes index_of(const Sizes& sizes, std::ptrdiff_t position) {
  Sizes index(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0; position /= sizes[d]) index[d] = position % sizes[d];
  return index;
}

inline std::ptrdiff_t position_of(const Sizes& sizes, const Sizes& index) {
  std::ptrdiff_t position = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) position = position * sizes[d] + index[d];
  return position;
}

inline Sizes random_sizes(Random& random, int rank, int low, int high) {
  Sizes sizes;
  for (int d = 0; d < rank; ++d) sizes.push_back(random_int(random, low, high));
  return sizes;
}

// Elements of any number of bytes, each byte of which is different from its neighbours'.
class Elements {
 public:
  Elements(std::ptrdiff_t count, std::ptrdiff_t bytes, bool counted)
      : bytes_(bytes), data_(static_cast<std::size_t>(count * bytes)) {
    if (counted)
      for (std::size_t i = 0; i < data_.size(); ++i)
        data_[i] = static_cast<unsigned char>(i * 31 % 251 + i / 7);
  }
  void* data() { return data_.data(); }
  const void* data() const { return data_.data(); }
  const unsigned char* element(std::ptrdiff_t i) const { return data_.data() + i * bytes_; }
  bool same(std::ptrdiff_t i, const Elements& other, std::ptrdiff_t j) const {
    return std::equal(element(i), element(i) + bytes_, other.element(j));
  }

 private:
  std::ptrdiff_t bytes_;
  std::vector<unsigned char> data_;
};

}  // namespace bricks::test
