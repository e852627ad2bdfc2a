#include "bench/compare/figures.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

namespace {

EngineRun run_of(std::vector<double> times_ns) {
  EngineRun run;
  run.times_ns = std::move(times_ns);
  run.difference = 0;
  return run;
}

}  // namespace

TEST_CASE("Latency and ratio are trimmed means without the cost of the call") {
  const std::vector<EngineRun> calls{run_of({1e3, 1e3}), run_of({2e4, 2e4}), run_of({1e3, 1e3})};
  const std::vector<EngineRun> runs{run_of({1.001e6, 1.001e6, 1.001e6, 1.001e6, 9e9}),
                                    run_of({2.02e6, 2.02e6, 2.02e6, 2.02e6, 2.02e6}),
                                    run_of({1.001e6, 1.001e6, 1.001e6, 1.001e6, 1.001e6})};
  const std::vector<std::string> theirs{"other"};
  const Compared one = compared("model", runs, calls, theirs);
  CHECK(one.ours.ms.value == doctest::Approx(1.0));
  CHECK(one.ours.call_us == doctest::Approx(1.0));
  REQUIRE(one.theirs.size() == 1);
  CHECK(one.theirs[0].engine == "other");
  CHECK(one.theirs[0].ms.value == doctest::Approx(2.0));
  CHECK(one.theirs[0].ratio->value == doctest::Approx(2.0));
  CHECK(one.theirs[0].call_us == doctest::Approx(20.0));
  CHECK(one.fastest() == &one.theirs[0]);
  REQUIRE(one.floor);
  CHECK(one.floor->ratio->value == doctest::Approx(1.0));
  CHECK(mean_ratio(std::vector<Compared>{one, one}) == doctest::Approx(2.0));
  CHECK(mean_floor(std::vector<Compared>{one}) == doctest::Approx(1.0));
}

TEST_CASE("A ratio's interval holds the spread of the visits, not a drift that both share") {
  std::vector<double> ours, theirs;
  for (int visit = 0; visit < 8; ++visit)
    for (int i = 0; i < 5; ++i) {
      ours.push_back(100 + 10 * visit);
      theirs.push_back(3 * ours.back());
    }
  const Estimate shared = *ratio(theirs, 0, ours, 0);
  CHECK(shared.value == doctest::Approx(3.0));
  CHECK(shared.interval.half_width() < 1e-9);
  CHECK(latency(ours, 0).interval.half_width() > 1);
}

TEST_CASE("Where one side had more runs set aside, the ratio is of all and its interval of pairs") {
  const std::vector<double> ours(20, 10.0), theirs(15, 30.0);
  for (const auto& estimate : {*ratio(theirs, 0, ours, 0), *ratio(ours, 0, theirs, 0)})
    CHECK(estimate.interval.half_width() < 1e-9);
  CHECK(ratio(theirs, 0, ours, 0)->value == doctest::Approx(3.0));
}

TEST_CASE("The mean floor of four models is half as uncertain as that of one") {
  Compared one;
  one.floor = EngineFigures{};
  one.floor->ratio = Estimate{1.0, {0.98, 1.02}};
  CHECK(floor_half_width_percent(std::vector<Compared>{one}) == doctest::Approx(2.0));
  CHECK(floor_half_width_percent(std::vector<Compared>(4, one)) == doctest::Approx(1.0));
  one.floor.reset();
  CHECK(floor_half_width_percent(std::vector<Compared>{one}) == 0);
}

TEST_CASE("A comparison is as uncertain as the ratio of the fastest of the others") {
  Compared one;
  CHECK_FALSE(uncertainty_percent(one));
  one.theirs.resize(2);
  one.theirs[0].ms.value = 1;
  one.theirs[1].ms.value = 2;
  CHECK_FALSE(uncertainty_percent(one));
  one.theirs[0].ratio = Estimate{2.0, {1.8, 2.4}};
  one.theirs[1].ratio = Estimate{4.0, {1.0, 8.0}};
  CHECK(*uncertainty_percent(one) == doctest::Approx(15));
}

TEST_CASE("Where nothing is left but the call there is no ratio") {
  const std::vector<double> ours{10, 10}, theirs{30, 30};
  CHECK_FALSE(ratio(theirs, 30, ours, 5));
  CHECK_FALSE(ratio(theirs, 5, ours, 10));
}

TEST_CASE("An engine that failed has no figures, and the fastest is one of the others") {
  EngineRun failed;
  failed.failure = "operator Erf";
  const std::vector<EngineRun> calls(4, run_of({0.5}));
  const std::vector<EngineRun> runs{run_of({10}), failed, run_of({30}), run_of({20})};
  const std::vector<std::string> theirs{"a", "b", "c"};
  const Compared one = compared("model", runs, calls, theirs);
  CHECK(one.theirs[0].failure == "operator Erf");
  CHECK_FALSE(one.theirs[0].ratio);
  CHECK(one.fastest()->engine == "c");
  CHECK_FALSE(one.floor);
  CHECK_FALSE(mean_floor(std::vector<Compared>{one}));
}
