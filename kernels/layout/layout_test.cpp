#include "kernels/layout/layout.hpp"

#include "kernels/layout/layout_reference.hpp"
#include "tests/support/blocked.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::reference::BlockedTensor;

namespace {

struct Move {
  std::ptrdiff_t batch = 0, spatial = 0, channels = 0, from = 0, from_total = 0, to = 0, to_total = 0;
};

// A run of channels out of one tensor, into a place in another.
Move random_move(Random& random) {
  const auto pick = [&](int low, int high) {
    return static_cast<std::ptrdiff_t>(random_int(random, low, high));
  };
  Move m = {.batch = pick(0, 2),
            .spatial = pick(0, 2) ? pick(1, 80) : 0,
            .channels = pick(1, 50),
            .from = pick(0, 40),
            .to = pick(0, 40)};
  if (pick(0, 2) == 0) m.from = m.from / 16 * 16, m.to = m.to / 16 * 16;
  m.from_total = m.from + m.channels + pick(0, 20);
  m.to_total = m.to + m.channels + pick(0, 20);
  return m;
}

}  // namespace

TEST_CASE("layout: plain to blocked and back at any channel offset, every ISA and split") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (int round = 0; round < 150; ++round) {
      const Move m = random_move(random);
      const BlockedTensor tensor = {m.to_total, m.spatial, lanes};
      const kernels::ReorderShape shape = {
          m.batch, m.channels, m.spatial, m.to, m.from_total * m.spatial, tensor.image()};
      const Buffer plain = random_buffer(random, m.batch * m.from_total * m.spatial);
      const Buffer before = random_buffer(random, m.batch * tensor.image());
      Buffer expected = before;
      for (std::ptrdiff_t n = 0; n < m.batch; ++n)
        for (std::ptrdiff_t c = 0; c < m.channels; ++c)
          for (std::ptrdiff_t p = 0; p < m.spatial; ++p)
            expected[tensor.index(n, m.to + c, p)] = plain[(n * m.from_total + m.from + c) * m.spatial + p];
      const std::ptrdiff_t work = m.batch * kernels::touched_blocks(m.to, m.channels, lanes) * m.spatial;
      const std::ptrdiff_t first = m.from * m.spatial;
      for_each_thread_count([&](int threads) {
        Buffer blocked = before, back(plain.size(), not_a_number);
        split(work, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::layout_kernels(isa).plain_to_blocked(shape, plain.data() + first, blocked.data(), begin,
                                                        end);
        });
        check_close(blocked, expected, {.relative = 0});
        split(work, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::layout_kernels(isa).blocked_to_plain(shape, blocked.data(), back.data() + first, begin,
                                                        end);
        });
        for (std::ptrdiff_t i = 0; i < plain.size(); ++i) {
          const std::ptrdiff_t c = i / m.spatial % m.from_total;
          const bool moved = c >= m.from && c < m.from + m.channels;
          CHECK((moved ? back[i] == plain[i] : std::isnan(back[i])));
        }
        CHECK(back.guards_intact());
      });
    }
  });
}

TEST_CASE("layout: channels from one blocked tensor into another at any offsets, padding never moved") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (int round = 0; round < 200; ++round) {
      const Move m = random_move(random);
      const BlockedTensor from = {m.from_total, m.spatial, lanes}, to = {m.to_total, m.spatial, lanes};
      const kernels::ChannelCopyShape shape = {m.batch, m.channels,   m.spatial, m.from,
                                               m.to,    from.image(), to.image()};
      const Buffer plain = random_buffer(random, m.batch * m.from_total * m.spatial);
      const Buffer source = to_blocked(plain, m.batch, m.from_total, m.spatial, isa);
      const Buffer before = random_buffer(random, m.batch * to.image());
      Buffer expected = before;
      for (std::ptrdiff_t n = 0; n < m.batch; ++n)
        for (std::ptrdiff_t c = 0; c < m.channels; ++c)
          for (std::ptrdiff_t p = 0; p < m.spatial; ++p)
            expected[to.index(n, m.to + c, p)] = source[from.index(n, m.from + c, p)];
      for_each_thread_count([&](int threads) {
        Buffer destination = before;
        split(m.batch * kernels::touched_blocks(m.to, m.channels, lanes) * m.spatial, threads,
              [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                kernels::layout_kernels(isa).copy_channels(shape, source.data(), destination.data(), begin,
                                                           end);
              });
        check_close(destination, expected, {.relative = 0});
      });
    }
  });
}
