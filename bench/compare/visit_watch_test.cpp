#include "bench/compare/visit_watch.hpp"

#include "bench/measure/exertion.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

TEST_CASE("Around visits the machine itself is watched, and its cores are warm before") {
  Surroundings given;
  given.clock = &monotonic_clock();
  const Surroundings watched = watching_visits(given, best_isa(), 2);
  const std::int64_t begin = given.clock->now_ns();
  watched.gather();
  CHECK(given.clock->now_ns() - begin >= Exertion::default_warm_up_ns);
  CHECK(watched.watch() > 0);
}
