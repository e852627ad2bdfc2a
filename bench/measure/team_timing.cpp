#include "bench/measure/team_timing.hpp"

#include "engine/run/parallel.hpp"

namespace bricks {

std::vector<Timing> run_in_team(Clock& clock, int threads, std::span<TeamRunnable* const> order) {
  std::vector<Timing> timings(order.size());
  parallel::team(threads, [&](int worker, int workers) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (worker == 0) order[i]->prepare();
      parallel::barrier();
      order[i]->restore(worker, workers);
      parallel::barrier();
      const std::int64_t start = worker == 0 ? clock.now_ns() : 0;
      order[i]->run(worker, workers);
      if (worker == 0) timings[i] = {start, static_cast<double>(clock.now_ns() - start)};
    }
  });
  return timings;
}

std::vector<Timing> TeamSubject::run(int count) {
  const std::vector<TeamRunnable*> order(static_cast<std::size_t>(count), &runnable_);
  return run_in_team(clock_, threads_, order);
}

}  // namespace bricks
