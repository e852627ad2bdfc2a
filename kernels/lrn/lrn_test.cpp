#include "kernels/lrn/lrn.hpp"

#include "kernels/lrn/lrn_reference.hpp"
#include "tests/support/blocked.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("lrn: odd and even windows, both exponents, blocked and plain, every ISA and split") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (int round = 0; round < 80; ++round) {
      const int largest = static_cast<int>(kernels::lrn_blocked_max_size(lanes));
      const kernels::LrnParameters p = {.batch = random_int(random, 0, 2),
                                        .channels = random_int(random, 1, 50),
                                        .spatial = random_int(random, 0, 40),
                                        .size = round % 2 == 0 ? 5 : random_int(random, 1, largest),
                                        .alpha = 0.5f,
                                        .beta = round % 3 == 0 ? 0.6f : 0.75f,
                                        .bias = 1.5f};
      const std::ptrdiff_t planes = p.batch * p.channels;
      const Buffer x = random_buffer(random, planes * p.spatial, -3, 3);
      const Buffer x_blocked = to_blocked(x, p.batch, p.channels, p.spatial, isa);
      Buffer expected(x.size());
      kernels::reference::lrn(p, x.data(), expected.data());
      for_each_thread_count([&](int threads) {
        Buffer y(x.size(), not_a_number), blocked(x_blocked.size(), not_a_number);
        split(planes, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::lrn_kernels(isa).plain(p, x.data(), y.data(), begin, end);
        });
        check_close(y, expected, {.relative = 1e-6, .magnitude = 1});
        split(x_blocked.size() / lanes, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::lrn_kernels(isa).blocked(p, x_blocked.data(), blocked.data(), begin, end);
        });
        check_close(to_plain(blocked, p.batch, p.channels, p.spatial, isa), expected,
                    {.relative = 1e-6, .magnitude = 1});
      });
    }
  });
}
