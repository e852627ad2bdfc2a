#include "kernels/softmax/softmax.hpp"

#include "kernels/softmax/softmax_reference.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("softmax: both kinds, contiguous and strided axes, every ISA and split, out of and in place") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const kernels::SoftmaxKernels& table = kernels::softmax_kernels(isa);
    for (int round = 0; round < 80; ++round) {
      const kernels::SoftmaxShape shape = {random_int(random, 0, 5),
                                           random_int(random, 1, round % 10 == 0 ? 2000 : 40),
                                           round % 2 == 0 ? 1 : random_int(random, 0, 150)};
      const std::ptrdiff_t count = shape.outer * shape.axis * shape.inner;
      const Buffer x = random_buffer(random, count, -30.0f, 90.0f);
      for (bool log : {false, true}) {
        Buffer expected(count), first(count);
        kernels::reference::softmax(shape, log, x.data(), expected.data());
        for_each_thread_count([&](int threads) {
          Buffer y(count, not_a_number), in_place = x;
          split(shape.outer * shape.inner, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            const auto run = log ? table.log_softmax : table.softmax;
            run(shape, x.data(), y.data(), begin, end);
            run(shape, in_place.data(), in_place.data(), begin, end);
          });
          check_close(y, expected, {.relative = 2e-6});
          check_close(in_place, y, {.relative = 0});
          if (threads == 1) first = y;
          check_close(y, first, {.relative = 0});
        });
      }
    }
  });
}
