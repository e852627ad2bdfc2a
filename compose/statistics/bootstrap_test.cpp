#include "compose/statistics/bootstrap.hpp"

#include "compose/statistics/random.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace bricks {

TEST_CASE("the generator gives SplitMix64's published numbers") {
  SplitMix random(1234567);
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
}

TEST_CASE("equal samples give an interval without width") {
  const Interval interval = trimmed_mean_interval(std::vector<double>(20, 3.5));
  CHECK(interval.low == 3.5);
  CHECK(interval.high == 3.5);
  CHECK(interval.half_width_percent(3.5) == 0);
}

TEST_CASE("every resample has as many rounds as there are, in blocks of neighbours") {
  block_bootstrap(10, {.seed = 3, .resamples = 50, .block = 4}, [](std::span<const std::size_t> rounds) {
    REQUIRE(rounds.size() == 10);
    for (std::size_t i = 0; i < 10; ++i) {
      CHECK(rounds[i] < 10);
      if (i % 4 != 0) CHECK(rounds[i] == (rounds[i - 1] + 1) % 10);
    }
    return 0.0;
  });
}

TEST_CASE("the seed decides the interval") {
  std::vector<double> samples;
  for (int i = 0; i < 40; ++i) samples.push_back(std::sin(i * 1.7));
  const Interval first = trimmed_mean_interval(samples, {.seed = 5});
  const Interval again = trimmed_mean_interval(samples, {.seed = 5});
  const Interval other = trimmed_mean_interval(samples, {.seed = 6});
  CHECK(first.low == again.low);
  CHECK(first.high == again.high);
  CHECK(first.low != other.low);
}

TEST_CASE("about 95 of 100 intervals hold the true value") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  std::normal_distribution<double> noise(10.0, 1.0);
  int held = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<double> samples(100);
    for (double& sample : samples) sample = noise(random);
    const Interval interval = trimmed_mean_interval(samples, {.seed = static_cast<std::uint64_t>(trial)});
    held += interval.low <= 10 && 10 <= interval.high;
  }
  CHECK(held >= 340);  // 380 expected; a bootstrap of 25 blocks is a little narrow, and six deviations are 26
  CHECK(held <= 398);
}

TEST_CASE("nothing to resample is an error") {
  CHECK_THROWS_AS(trimmed_mean_interval({}), Error);
  CHECK_THROWS_AS(trimmed_mean_interval(std::vector<double>{1, 2}, {.block = 0}), Error);
}

}  // namespace bricks
