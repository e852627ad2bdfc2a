#include "kernels/transpose/transpose.hpp"

#include "tests/support/tensor_index.hpp"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

namespace {

void check_transpose(Isa isa, Random& random, const Sizes& sizes, const std::vector<int>& permutation) {
  Sizes output;
  for (int axis : permutation) output.push_back(sizes[static_cast<std::size_t>(axis)]);
  const Buffer x = random_buffer(random, product(sizes));
  Buffer expected(x.size());
  for (std::ptrdiff_t i = 0; i < x.size(); ++i) {
    const Sizes to = index_of(output, i);
    Sizes from(sizes.size());
    for (std::size_t d = 0; d < to.size(); ++d) from[static_cast<std::size_t>(permutation[d])] = to[d];
    expected[i] = x[position_of(sizes, from)];
  }
  const kernels::TransposePlan plan = kernels::transpose_plan(sizes, permutation);
  const kernels::StridedView view = kernels::transpose_view(sizes, permutation, 4);
  for_each_thread_count([&](int threads) {
    Buffer y(x.size(), not_a_number), copied(x.size(), not_a_number);
    split(plan.tiles, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
      kernels::transpose_kernels(isa).transpose(plan, x.data(), y.data(), begin, end);
    });
    check_close(y, expected, {.relative = 0});
    split(x.size(), threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
      kernels::strided_copy(view, x.data(), copied.data(), begin, end);
    });
    check_close(copied, expected, {.relative = 0});
  });
}

}  // namespace

TEST_CASE("transpose: random permutations of up to six axes, every ISA and split") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (int round = 0; round < 100; ++round) {
      const int rank = random_int(random, 0, 6);
      const Sizes sizes = random_sizes(random, rank, round % 10 == 0 ? 0 : 1, rank < 4 ? 40 : 7);
      std::vector<int> permutation(static_cast<std::size_t>(rank));
      std::iota(permutation.begin(), permutation.end(), 0);
      std::shuffle(permutation.begin(), permutation.end(), random);
      check_transpose(isa, random, sizes, permutation);
    }
  });
}

TEST_CASE("transpose: wide, narrow and channel-last shapes") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    check_transpose(isa, random, {1, 11, 66, 91}, {0, 2, 3, 1});
    check_transpose(isa, random, {3, 1500}, {1, 0});
    check_transpose(isa, random, {1500, 3}, {1, 0});
    check_transpose(isa, random, {129, 65}, {1, 0});
    check_transpose(isa, random, {2, 70, 3, 90}, {0, 3, 2, 1});
    check_transpose(isa, random, {80, 90}, {0, 1});
  });
}
