#include "bench/measure/filler.hpp"

#include "bench/measure/fake.hpp"
#include "bench/measure/team_timing.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("Pieces of a filler cover it, one behind the other, in whole cache lines") {
  const Memory memory = filler_memory(1000);
  CHECK(memory.data()[999] == std::byte{1});
  std::size_t next = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::span<const std::byte> piece = piece_of(memory, 1000, i, 3);
    CHECK(piece.data() == memory.data() + next);
    CHECK(piece.size() % 64 == 0);
    next += piece.size();
  }
  CHECK(next == 960);
}

TEST_CASE("A filled brick prepares, restores and runs its brick, and times the run alone") {
  FakeClock clock;
  FakeBrick brick(clock, {10}, 3);
  const Memory memory = filler_memory(4096);
  FilledBrick filled(brick, piece_of(memory, 4096, 0, 1));
  const std::int64_t begin = clock.now_ns();
  TeamRunnable* const order[] = {&filled, &filled};
  const auto timings = run_in_team(clock, 1, order);
  CHECK(brick.runs() == 2);
  for (const Timing& timing : timings) CHECK(timing.ns == 10);
  CHECK(clock.now_ns() - begin == 2 * (3 + 3 + 10));
}
