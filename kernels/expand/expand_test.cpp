#include "kernels/expand/expand.hpp"

#include "tests/support/tensor_index.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("expand: random axes repeated, lower ranks, every element size and split") {
  Random random = seeded_random();
  for (int round = 0; round < 300; ++round) {
    const int rank = random_int(random, 0, 5);
    const Sizes output = random_sizes(random, rank, round % 10 == 0 ? 0 : 1, rank < 3 ? 40 : 5);
    const int missing = random_int(random, 0, rank);
    Sizes sizes(output.begin() + missing, output.end());
    for (auto& size : sizes)
      if (random_int(random, 0, 2) == 0) size = 1;
    const std::ptrdiff_t bytes = std::array{4, 8, 64}[static_cast<std::size_t>(round) % 3];
    const Elements x(product(sizes), bytes, true);
    const kernels::StridedView view = kernels::expand_view(sizes, output, bytes);
    for_each_thread_count([&](int threads) {
      Elements y(product(output), bytes, false);
      split(view.nest.count, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::strided_copy(view, x.data(), y.data(), begin, end);
      });
      for (std::ptrdiff_t i = 0; i < product(output); ++i) {
        const Sizes full = index_of(output, i);
        Sizes index(full.begin() + missing, full.end());
        for (std::size_t d = 0; d < sizes.size(); ++d)
          if (sizes[d] == 1) index[d] = 0;
        CHECK(y.same(i, x, position_of(sizes, index)));
      }
    });
  }
}

TEST_CASE("expand: short rows repeated to more than the copies that are made at once") {
  const Sizes sizes = {3, 1, 7}, output = {3, 1500, 7};
  const Elements x(product(sizes), 4, true);
  Elements y(product(output), 4, false);
  const kernels::StridedView view = kernels::expand_view(sizes, output, 4);
  kernels::strided_copy(view, x.data(), y.data(), 10, view.nest.count - 9);
  for (std::ptrdiff_t i = 10; i < view.nest.count - 9; ++i) CHECK(y.same(i, x, i / (1500 * 7) * 7 + i % 7));
}
