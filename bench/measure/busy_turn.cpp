#include "bench/measure/busy_turn.hpp"

#include "engine/run/parallel.hpp"

#include <atomic>

namespace bricks {
namespace {

Timing run_alone(TeamRunnable& brick, Clock& clock) {
  brick.prepare();
  brick.restore(0, 1);
  const std::int64_t start = clock.now_ns();
  brick.run(0, 1);
  return {start, static_cast<double>(clock.now_ns() - start)};
}

}  // namespace

std::vector<Timing> BusyTurn::run(std::span<const std::size_t> order) {
  std::vector<Timing> timings(order.size());
  std::atomic<std::size_t> next = 0, timed = 0;
  const auto work = [&](int worker) {
    const std::vector<TeamRunnable*>& bricks = bricks_[static_cast<std::size_t>(worker)];
    while (timed < order.size()) {
      const std::size_t place = next++;
      const Timing timing = run_alone(*bricks[order[place % order.size()]], clock_);
      if (place >= order.size()) continue;
      timings[place] = timing;
      ++timed;
    }
  };
  parallel::team(static_cast<int>(bricks_.size()),
                 [&](int worker, int) { parallel::alone([&] { work(worker); }); });
  return timings;
}

}  // namespace bricks
