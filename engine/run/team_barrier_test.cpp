#include "engine/run/team_barrier.hpp"

#include <array>
#include <thread>

#include <doctest/doctest.h>

using bricks::parallel::TeamBarrier;

// Plain numbers, so that a sanitizer sees whether what came before a wait is seen behind it.
TEST_CASE("barrier: nobody goes on before all have come, for any number of workers and again") {
  constexpr std::uint64_t turns = 300;
  TeamBarrier barrier;
  for (const int workers : {1, 2, 7, 3, 8, 5}) {
    CAPTURE(workers);
    barrier.reset(workers);
    std::array<std::uint64_t, 8> written = {};
    std::array<int, 8> late = {};
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < workers; ++worker)
      threads.emplace_back([&, worker] {
        const auto self = static_cast<std::size_t>(worker);
        for (std::uint64_t turn = 1; turn <= turns; turn += 2) {
          written[self] = turn;
          barrier.wait(worker, turn);
          for (int other = 0; other < workers; ++other)
            late[self] += written[static_cast<std::size_t>(other)] != turn;
          barrier.wait(worker, turn + 1);
        }
      });
    threads.clear();
    for (const int count : late) CHECK(count == 0);
  }
}
