#include "bench/measure/stopping.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

Measurements with_turns(int turns) {
  Measurements measurements;
  measurements.turns = turns;
  return measurements;
}

}  // namespace

TEST_CASE("A fixed number of runs is spread over rounds, the last one shorter") {
  FixedRuns rule(12, 5);
  CHECK(rule.next_runs(with_turns(0)) == 5);
  CHECK(rule.next_runs(with_turns(5)) == 5);
  CHECK(rule.next_runs(with_turns(10)) == 2);
  CHECK(rule.next_runs(with_turns(12)) == 0);
  CHECK(rule.progress(with_turns(3)) == doctest::Approx(0.25));
  CHECK_FALSE(rule.too_noisy());
}

TEST_CASE("A fixed number of runs is of undisturbed ones, where there will be enough of them") {
  FixedRuns rule(12, 5);
  Measurements measurements = with_turns(12);
  measurements.undisturbed_share = 0.5;
  measurements.least_undisturbed_share = 0.4;
  CHECK(rule.next_runs(measurements) == 5);
  CHECK(rule.progress(measurements) == doctest::Approx(0.5));
  measurements.turns = 24;
  CHECK(rule.next_runs(measurements) == 0);
  // One brick has five, fewer than six.
  measurements.least_undisturbed_share = 5.0 / 24;
  CHECK(rule.next_runs(measurements) == 5);
  CHECK(rule.progress(measurements) == doctest::Approx(5.0 / 6));
  measurements.turns = 58;
  measurements.least_undisturbed_share = 0.1;
  CHECK(rule.next_runs(measurements) == 2);
  measurements.turns = 60;
  CHECK(rule.next_runs(measurements) == 0);
  CHECK(rule.progress(measurements) == 1);
}

TEST_CASE("However few were undisturbed, others follow, unless models are too long for the watch") {
  FixedRuns rule(12, 5), of_engines(12, 5, Disturbed::least_count);
  Measurements measurements = with_turns(12);
  measurements.undisturbed_share = measurements.least_undisturbed_share = 0;
  CHECK(rule.next_runs(measurements) == 5);
  CHECK(rule.progress(measurements) == doctest::Approx(0.5));
  CHECK(of_engines.next_runs(measurements) == 5);
  CHECK(of_engines.progress(measurements) == doctest::Approx(0.2));
  measurements.turns = 24;
  CHECK(rule.next_runs(measurements) == 0);
  CHECK(rule.progress(measurements) == 1);
  CHECK(of_engines.next_runs(measurements) == 5);
  measurements.turns = 12;
  measurements.too_long = true;
  CHECK(rule.next_runs(measurements) == 0);
  CHECK(rule.progress(measurements) == 1);
}

TEST_CASE("Fewer runs than six are enough where no more were asked for") {
  FixedRuns rule(2, 5);
  Measurements measurements = with_turns(4);
  measurements.undisturbed_share = measurements.least_undisturbed_share = 0.5;
  CHECK(rule.next_runs(measurements) == 0);
}

TEST_CASE("Precision stops at the interval that was asked for, and not before the least runs") {
  double half_width = 0.5;
  Precision rule({.percent = 1, .least = 10, .most = 30}, 4, [&](const Measurements&) { return half_width; });
  CHECK(rule.next_runs(with_turns(0)) == 4);
  CHECK(rule.next_runs(with_turns(8)) == 2);
  CHECK(rule.next_runs(with_turns(10)) == 0);
  half_width = 1.5;
  CHECK(rule.next_runs(with_turns(10)) == 4);
  CHECK(rule.next_runs(with_turns(28)) == 2);
  CHECK_FALSE(rule.too_noisy());
  CHECK(rule.next_runs(with_turns(30)) == 0);
  CHECK(rule.too_noisy());
}

TEST_CASE("Precision gives up when its time is over") {
  Precision rule({.percent = 1, .least = 4, .most = 100, .max_seconds = 2}, 4,
                 [](const Measurements&) { return 9.0; });
  Measurements measurements = with_turns(8);
  measurements.total_ns = 1'999'999'999;
  CHECK(rule.next_runs(measurements) == 4);
  measurements.total_ns = 2'000'000'000;
  CHECK(rule.next_runs(measurements) == 0);
  CHECK(rule.too_noisy());
}

TEST_CASE("Precision's progress is that of the runs or the time that it still needs") {
  Precision rule({.percent = 1, .least = 10, .most = 100, .max_seconds = 2}, 5,
                 [](const Measurements&) { return 2.0; });
  CHECK(rule.progress(with_turns(5)) == doctest::Approx(0.5));
  CHECK(rule.next_runs(with_turns(10)) == 5);  // twice the width: four times the runs
  Measurements measurements = with_turns(15);
  CHECK(rule.progress(measurements) == doctest::Approx(15.0 / 40));
  measurements.total_ns = 1'500'000'000;
  CHECK(rule.progress(measurements) == doctest::Approx(0.75));
  measurements.total_ns = 9'000'000'000;
  CHECK(rule.progress(measurements) == 1);
}
