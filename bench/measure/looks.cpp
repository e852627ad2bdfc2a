#include "bench/measure/looks.hpp"

#include "engine/run/parallel.hpp"

#include <algorithm>
#include <array>

namespace bricks {

double watched_ns(Clock& clock, TeamRunnable& watch, int worker, int workers) {
  std::array<double, watch_runs> ns = {};
  for (double& time : ns) {
    const std::int64_t start = worker == 0 ? clock.now_ns() : 0;
    watch.run(worker, workers);
    if (worker == 0) time = static_cast<double>(clock.now_ns() - start);
  }
  std::ranges::sort(ns);
  return ns[watch_runs / 2];
}

double watched_ns(Clock& clock, TeamRunnable& watch, int threads) {
  double ns = 0;
  parallel::team(threads, [&](int worker, int workers) {
    const double seen = watched_ns(clock, watch, worker, workers);
    if (worker == 0) ns = seen;
  });
  return ns;
}

LookPair Looks::look(int worker, int workers) {
  if (!watches()) return {};
  absence_.note(worker);
  const double ns = watched_ns(clock_, *watch_, worker, workers);
  if (worker != 0) return {};
  const double prolongation = absence_.prolongation();
  const LookPair around = {last_watch_ns_ * prolongation, ns * prolongation};
  last_watch_ns_ = ns;
  looked_ns_ = clock_.now_ns();
  return around;
}

}  // namespace bricks
