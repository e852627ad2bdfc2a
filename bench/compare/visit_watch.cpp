#include "bench/compare/visit_watch.hpp"

#include "bench/measure/exertion.hpp"
#include "bench/measure/gathering.hpp"
#include "bench/measure/team_timing.hpp"
#include "bench/measure/watch_brick.hpp"
#include "engine/run/parallel.hpp"

#include <memory>

namespace bricks::bench {
namespace {

double look(Clock& clock, WatchBrick& brick, int threads) {
  double ns = 0;
  parallel::team(threads, [&](int worker, int workers) {
    const double told = watched_ns(clock, brick, worker, workers);
    if (worker == 0) ns = told;
  });
  parallel::sleep_team();
  return ns;
}

}  // namespace

Surroundings watching_visits(Surroundings surroundings, Isa isa, int threads) {
  surroundings.gather = [threads, exertion = std::make_shared<Exertion>(isa, threads)] {
    gather_cores(threads);
    exertion->warm_up();
  };
  Clock& clock = *surroundings.clock;
  surroundings.watch = [&clock, threads, brick = std::make_shared<WatchBrick>(isa, threads)] {
    return look(clock, *brick, threads);
  };
  return surroundings;
}

}  // namespace bricks::bench
