#include "kernels/gather/gather.hpp"

#include "tests/support/tensor_index.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("gather: random indices, negative ones too, every split") {
  Random random = seeded_random();
  for (int round = 0; round < 100; ++round) {
    const kernels::GatherShape shape = {random_int(random, 0, 4), random_int(random, 1, 9),
                                        4 * random_int(random, 0, 20), random_int(random, 1, 12)};
    std::vector<std::int64_t> indices;
    for (int i = 0; i < shape.indices; ++i)
      indices.push_back(random_int(random, -static_cast<int>(shape.axis), static_cast<int>(shape.axis) - 1));
    const Elements x(shape.outer * shape.axis, shape.inner_bytes, true);
    for_each_thread_count([&](int threads) {
      Elements y(shape.outer * shape.indices, shape.inner_bytes, false);
      split(shape.outer * shape.indices, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        CHECK(kernels::gather(shape, x.data(), indices.data(), y.data(), begin, end));
      });
      for (std::ptrdiff_t row = 0; row < shape.outer * shape.indices; ++row) {
        const std::int64_t index = indices[static_cast<std::size_t>(row % shape.indices)];
        CHECK(y.same(row, x, row / shape.indices * shape.axis + (index < 0 ? index + shape.axis : index)));
      }
    });
  }
}

TEST_CASE("gather_nd: one batch axis, depth one to three, every split") {
  Random random = seeded_random();
  for (int round = 0; round < 100; ++round) {
    kernels::GatherNdShape shape = {random_int(random, 0, 3),
                                    random_int(random, 1, 5),
                                    4 * random_int(random, 1, 20),
                                    random_int(random, 1, 3),
                                    {}};
    Sizes sizes = {shape.batch};
    for (int d = 0; d < shape.depth; ++d) sizes.push_back(shape.sizes[d] = random_int(random, 1, 5));
    std::vector<std::int64_t> indices;
    for (std::ptrdiff_t i = 0; i < shape.batch * shape.rows; ++i)
      for (int d = 0; d < shape.depth; ++d)
        indices.push_back(random_int(random, 0, static_cast<int>(shape.sizes[d]) - 1));
    const Elements x(product(sizes), shape.inner_bytes, true);
    for_each_thread_count([&](int threads) {
      Elements y(shape.batch * shape.rows, shape.inner_bytes, false);
      split(shape.batch * shape.rows, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        CHECK(kernels::gather_nd(shape, x.data(), indices.data(), y.data(), begin, end));
      });
      for (std::ptrdiff_t row = 0; row < shape.batch * shape.rows; ++row) {
        Sizes index = {row / shape.rows};
        for (int d = 0; d < shape.depth; ++d)
          index.push_back(indices[static_cast<std::size_t>(row * shape.depth + d)]);
        CHECK(y.same(row, x, position_of(sizes, index)));
      }
    });
  }
}

TEST_CASE("gather: an index out of range gives zeros and false") {
  const float x[] = {1, 2, 3};
  const std::int64_t indices[] = {0, 3, -4, -1};
  float y[4] = {9, 9, 9, 9};
  CHECK_FALSE(kernels::gather({1, 3, 4, 4}, x, indices, y, 0, 4));
  CHECK(y[0] == 1);
  CHECK(y[1] == 0);
  CHECK(y[2] == 0);
  CHECK(y[3] == 3);
  CHECK_FALSE(kernels::gather_nd({1, 4, 4, 1, {3}}, x, indices, y, 0, 4));
  CHECK(y[1] == 0);
}
