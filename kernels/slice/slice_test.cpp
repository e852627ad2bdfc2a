#include "kernels/slice/slice.hpp"

#include "tests/support/tensor_index.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("slice: random starts, counts and steps, forwards and backwards, every element size and split") {
  Random random = seeded_random();
  for (int round = 0; round < 300; ++round) {
    const int rank = random_int(random, 0, 5);
    const Sizes sizes = random_sizes(random, rank, 1, rank < 3 ? 40 : 5);
    Sizes starts, counts, steps;
    for (std::ptrdiff_t size : sizes) {
      const auto start = random_int(random, 0, static_cast<int>(size) - 1);
      const std::ptrdiff_t step = random_int(random, 0, 2) == 0 ? random_int(random, 1, 3) : 1;
      const bool backwards = random_int(random, 0, 3) == 0;
      const std::ptrdiff_t room = backwards ? start : size - 1 - start;
      starts.push_back(start);
      steps.push_back(backwards ? -step : step);
      counts.push_back(random_int(random, round % 10 == 0 ? 0 : 1, static_cast<int>(room / step) + 1));
    }
    const std::ptrdiff_t bytes = std::array{4, 8, 16, 32, 64, 12}[static_cast<std::size_t>(round) % 6];
    const Elements x(product(sizes), bytes, true);
    const kernels::StridedView view = kernels::slice_view(sizes, starts, counts, steps, bytes);
    REQUIRE(view.nest.count == product(counts));
    for_each_thread_count([&](int threads) {
      Elements y(view.nest.count, bytes, false);
      split(view.nest.count, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::strided_copy(view, x.data(), y.data(), begin, end);
      });
      for (std::ptrdiff_t i = 0; i < view.nest.count; ++i) {
        Sizes index = index_of(counts, i);
        for (std::size_t d = 0; d < sizes.size(); ++d) index[d] = starts[d] + index[d] * steps[d];
        CHECK(y.same(i, x, position_of(sizes, index)));
      }
    });
  }
}
