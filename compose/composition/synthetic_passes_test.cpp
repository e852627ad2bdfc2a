#include "compose/composition/synthetic_passes.hpp"

#include "compose/composition/graph_time.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <chrono>
#include <cmath>

#include <doctest/doctest.h>

namespace bricks {
namespace {

BrickResult result_of(const std::vector<double>& times, int samples_a_round = 1) {
  BrickResult result;
  for (std::size_t i = 0; i < times.size(); ++i)
    result.samples.push_back({.round = static_cast<int>(i) / samples_a_round, .ns = times[i]});
  return result;
}

PassStatistics sequential(const std::vector<const BrickResult*>& steps, const PassOptions& options = {}) {
  return synthetic_passes(steps, options, sequential_time);
}

}  // namespace

TEST_CASE("constant bricks add up exactly") {
  const BrickResult a = result_of(std::vector<double>(20, 3.0)), b = result_of({5.0});
  const PassStatistics passes = sequential({&a, &b, &a});
  CHECK(passes.trimmed_mean_ns == 11);
  CHECK(passes.p50_ns == 11);
  CHECK(passes.p90_ns == 11);
  CHECK(passes.interval_ns.low == 11);
  CHECK(passes.interval_ns.high == 11);
}

TEST_CASE("a drift that all bricks share stays in the passes") {
  // Both take 1 in the first half of the session and 3 in the second: a pass takes 2 or 6, hardly ever 4.
  std::vector<double> times(40, 1.0);
  std::fill(times.begin() + 20, times.end(), 3.0);
  const BrickResult a = result_of(times), b = result_of(times);
  const PassStatistics passes = sequential({&a, &b}, {.neighbours = 2});
  CHECK(passes.p90_ns == 6);
  CHECK(passes.trimmed_mean_ns == doctest::Approx(4).epsilon(0.05));
  CHECK(passes.interval_ns.low < 3.5);
  CHECK(passes.interval_ns.high > 4.5);
}

TEST_CASE("slow samples that a trimmed mean of each brick would drop stay in the passes") {
  // Every tenth sample takes 11 instead of 1: trimmed means say 50, a pass of fifty steps takes 100 on
  // average.
  std::vector<double> times(50, 1.0);
  for (std::size_t i = 0; i < times.size(); i += 10) times[i] = 11;
  const BrickResult brick = result_of(times);
  const std::vector<const BrickResult*> steps(50, &brick);
  CHECK(50 * trimmed_mean(sample_times_ns(brick)) == 50);
  CHECK(sequential(steps, {.neighbours = 10}).trimmed_mean_ns == doctest::Approx(100).epsilon(0.05));
}

TEST_CASE("a step may be of the longest path in one pass and not in another") {
  const BrickResult a = result_of({1, 9, 1, 9, 1, 9, 1, 9}), b = result_of({5});
  const std::vector<const BrickResult*> steps = {&a, &b};
  const PassStatistics passes = synthetic_passes(
      steps, {.neighbours = 8}, [](std::span<const double> pass) { return critical_path(pass, {}); });
  CHECK(passes.trimmed_mean_ns == doctest::Approx(7).epsilon(0.1));
}

TEST_CASE("several samples a round are all drawn from") {
  const BrickResult brick = result_of({1, 3, 1, 3, 1, 3, 1, 3}, 2);
  CHECK(sequential({&brick}).trimmed_mean_ns == doctest::Approx(2).epsilon(0.1));
}

TEST_CASE("the seed decides, and nothing else") {
  std::vector<double> times;
  for (int i = 0; i < 30; ++i) times.push_back(2 + std::sin(i * 2.3));
  const BrickResult a = result_of(times), b = result_of({1, 2, 3});
  const PassStatistics first = sequential({&a, &b, &a}, {.seed = 9});
  const PassStatistics again = sequential({&a, &b, &a}, {.seed = 9});
  const PassStatistics other = sequential({&a, &b, &a}, {.seed = 10});
  CHECK(first.trimmed_mean_ns == again.trimmed_mean_ns);
  CHECK(first.interval_ns.low == again.interval_ns.low);
  CHECK(first.trimmed_mean_ns != other.trimmed_mean_ns);
}

TEST_CASE("intervals hold the truth about 95 times in 100 and shrink with the rounds") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  std::normal_distribution<double> noise(0.0, 0.05);
  int held = 0;
  double short_width = 0, long_width = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto composed = [&](std::size_t rounds) {
      std::vector<BrickResult> bricks;
      for (double truth : {1.0, 2.0, 4.0}) {
        std::vector<double> times(rounds);
        for (double& time : times) time = truth * (1 + noise(random));
        bricks.push_back(result_of(times));
      }
      return sequential({&bricks[0], &bricks[1], &bricks[2], &bricks[0]});
    };
    const PassStatistics passes = composed(40);
    held += passes.interval_ns.low <= 8 && 8 <= passes.interval_ns.high;
    long_width += passes.interval_ns.half_width();
    short_width += composed(10).interval_ns.half_width();
  }
  CHECK(held >= 80);
  CHECK(long_width < 0.75 * short_width);  // half is expected
}

TEST_CASE("nothing to compose is an error") {
  const BrickResult brick = result_of({1});
  CHECK_THROWS_AS(sequential({}), Error);
  CHECK_THROWS_AS(sequential({&brick}, {.passes = 0}), Error);
  CHECK_THROWS_AS(sequential({&brick}, {.neighbours = 0}), Error);
}

}  // namespace bricks
