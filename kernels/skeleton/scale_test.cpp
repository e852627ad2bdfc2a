#include "kernels/skeleton/scale.hpp"

#include "kernels/skeleton/scale_reference.hpp"
#include "tests/support/kernel_test.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("scale: every ISA, size, alignment and thread count equals the reference") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (std::ptrdiff_t size : sizes()) {
      Buffer x = random_buffer(random, size), y(size, not_a_number), expected(size);
      kernels::reference::scale(x.data(), 1.5f, expected.data(), size);
      for_each_thread_count([&](int threads) {
        split(size, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::scale_kernels(isa).scale(x.data(), 1.5f, y.data(), begin, end);
        });
        check_close(y, expected, {.relative = 0});
      });
    }
  });
}
