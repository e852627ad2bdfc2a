#include "engine/run/parallel.hpp"

#include <atomic>
#include <cfloat>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("team: every worker runs once and barriers keep them in step") {
  for (int threads = 1; threads <= 4; ++threads) {
    CAPTURE(threads);
    std::vector<int> turns(static_cast<std::size_t>(threads), 0);
    std::atomic<int> arrived{0}, early{0};
    parallel::team(threads, [&](int worker, int workers) {
      if (workers != threads) early += 1000;
      ++turns[static_cast<std::size_t>(worker)];
      ++arrived;
      parallel::barrier();
      if (arrived != threads) ++early;
    });
    CHECK(early == 0);
    for (int turn : turns) CHECK(turn == 1);
  }
}

TEST_CASE("team: a worker may open one of its own, alone or not, and belongs to the first one again") {
  std::atomic<int> inner{0}, arrived{0}, early{0};
  parallel::team(2, [&](int worker, int) {
    const auto open = [&] {
      parallel::team(1, [&](int, int) {
        parallel::barrier();
        ++inner;
      });
    };
    if (worker == 0) open();
    parallel::alone([&] {
      if (worker == 1) open();
    });
    ++arrived;
    parallel::barrier();
    if (arrived != 2) ++early;
  });
  CHECK(inner == 2);
  CHECK(early == 0);
}

TEST_CASE("team: denormals are zero inside and as before outside") {
  volatile float small = FLT_MIN, half = 0.5f;
  std::atomic<bool> flushed{true};
  parallel::team(2, [&](int, int) {
    volatile float product = small * half;
    if (product != 0.0f) flushed = false;
  });
  CHECK(flushed);
  volatile float product = small * half;
  CHECK(product != 0.0f);
}

TEST_CASE("a barrier outside a team returns at once, and there is at least one core") {
  parallel::barrier();
  CHECK(parallel::physical_cores() >= 1);
}
