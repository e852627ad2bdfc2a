#include "kernels/pad/pad.hpp"

#include "tests/support/tensor_index.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::PadMode;

namespace {

// The position that an index in front of or behind an axis repeats.
std::ptrdiff_t source(PadMode mode, std::ptrdiff_t index, std::ptrdiff_t size) {
  if (mode == PadMode::edge) return std::clamp<std::ptrdiff_t>(index, 0, size - 1);
  while (index < 0 || index >= size) index = index < 0 ? -index : 2 * (size - 1) - index;
  return index;
}

}  // namespace

TEST_CASE("pad: constant, reflect and edge on random axes, cut axes, every element size and split") {
  Random random = seeded_random();
  for (int round = 0; round < 300; ++round) {
    const auto mode = static_cast<PadMode>(round % 3);
    const Sizes sizes = random_sizes(random, random_int(random, 0, 5), 2, 7);
    Sizes before, after, output;
    for (std::ptrdiff_t size : sizes) {
      const auto pads = [&] {
        return static_cast<std::ptrdiff_t>(
            random_int(random, 0, 2) == 0 ? random_int(random, -1, static_cast<int>(size) - 1) : 0);
      };
      before.push_back(pads());
      after.push_back(pads());
      output.push_back(size + before.back() + after.back());
    }
    const std::ptrdiff_t bytes = std::array{4, 8, 32}[static_cast<std::size_t>(random_int(random, 0, 2))];
    kernels::PadShape shape = kernels::pad_shape(sizes, before, after, mode, bytes);
    const float value = 2.5f;
    const std::int64_t long_value = -3;
    if (bytes == 8)
      kernels::set_pad_value(shape, long_value);
    else
      kernels::set_pad_value(shape, value);
    const auto* pattern = bytes == 8 ? reinterpret_cast<const unsigned char*>(&long_value)
                                     : reinterpret_cast<const unsigned char*>(&value);
    const Elements x(product(sizes), bytes, true);
    for_each_thread_count([&](int threads) {
      Elements y(product(output), bytes, false);
      split(shape.rows, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::pad(shape, x.data(), y.data(), begin, end);
      });
      for (std::ptrdiff_t i = 0; i < product(output); ++i) {
        Sizes index = index_of(output, i);
        bool inside = true;
        for (std::size_t d = 0; d < sizes.size(); ++d) {
          index[d] -= before[d];
          inside &= index[d] >= 0 && index[d] < sizes[d];
          if (mode != PadMode::constant) index[d] = source(mode, index[d], sizes[d]);
        }
        if (inside || mode != PadMode::constant)
          CHECK(y.same(i, x, position_of(sizes, index)));
        else
          for (std::ptrdiff_t b = 0; b < bytes; ++b) CHECK(y.element(i)[b] == pattern[b % shape.value_bytes]);
      }
    });
  }
}
