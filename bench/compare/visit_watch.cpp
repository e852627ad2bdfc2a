#include "bench/compare/visit_watch.hpp"

#include "bench/measure/gathering.hpp"
#include "bench/measure/looks.hpp"
#include "bench/measure/watch_brick.hpp"
#include "engine/run/parallel.hpp"

#include <memory>

namespace bricks::bench {

Surroundings watching_visits(Surroundings surroundings, Isa isa, int threads) {
  surroundings.gather = gather_and_warm_up(isa, threads);
  surroundings.watch = [&clock = *surroundings.clock, threads,
                        brick = std::make_shared<WatchBrick>(isa, threads)] {
    const double ns = watched_ns(clock, *brick, threads);
    parallel::sleep_team();
    return ns;
  };
  return surroundings;
}

}  // namespace bricks::bench
