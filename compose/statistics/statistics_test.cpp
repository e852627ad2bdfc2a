#include "compose/statistics/statistics.hpp"

#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

namespace bricks {

TEST_CASE("a trimmed mean drops floor(0.2 n) samples at each end") {
  CHECK(trimmed_mean(std::vector<double>{7}) == 7);
  CHECK(trimmed_mean(std::vector<double>{1, 2, 3, 100}) == 26.5);    // floor(0.8) = 0 dropped
  CHECK(trimmed_mean(std::vector<double>{100, 1, 2, 3, -50}) == 2);  // one at each end
  CHECK(trimmed_mean(std::vector<double>{9, 1, 2, 3, 4, 5, 6, 0, 8}) == 4 + 1.0 / 7);
  CHECK(trimmed_mean(std::vector<double>{0, 0, 1, 2, 3, 4, 5, 6, 90, 90}) == 3.5);
  std::vector<double> fifteen(15, 5.0);
  for (int i = 0; i < 3; ++i)
    fifteen[static_cast<std::size_t>(i)] = 1000, fifteen[static_cast<std::size_t>(14 - i)] = -1;
  CHECK(trimmed_mean(fifteen) == 5);  // 0.2 * 15 is three, whatever floating point says
}

TEST_CASE("percentiles interpolate between ranks") {
  const std::vector<double> samples = {4, 1, 3, 2, 5};
  CHECK(percentile(samples, 0) == 1);
  CHECK(percentile(samples, 50) == 3);
  CHECK(percentile(samples, 90) == doctest::Approx(4.6).epsilon(1e-15));
  CHECK(percentile(samples, 100) == 5);
  CHECK(median(std::vector<double>{4, 1, 3, 2}) == 2.5);
}

TEST_CASE("the other statistics") {
  const std::vector<double> samples = {1, 1, 2, 2, 4, 6, 9};
  CHECK(median(samples) == 2);
  CHECK(median_absolute_deviation(samples) == 1);
  CHECK(minimum(samples) == 1);
  CHECK(maximum(samples) == 9);
  CHECK(mean(samples) == doctest::Approx(25.0 / 7));
  CHECK(geometric_mean(std::vector<double>{1, 10, 100}) == doctest::Approx(10));
  const Summary summary = summarise(samples);
  CHECK(summary.trimmed_mean == 3);  // of 1 2 2 4 6
  CHECK(summary.median == 2);
  CHECK(summary.median_absolute_deviation == 1);
  CHECK(summary.p90 == doctest::Approx(7.2));
}

TEST_CASE("wrong arguments are errors") {
  CHECK_THROWS_AS(trimmed_mean({}), Error);
  CHECK_THROWS_AS(median({}), Error);
  CHECK_THROWS_AS(minimum({}), Error);
  CHECK_THROWS_AS(trimmed_mean(std::vector<double>{1}, 0.5), Error);
  CHECK_THROWS_AS(percentile(std::vector<double>{1}, 101), Error);
  CHECK_THROWS_AS(geometric_mean(std::vector<double>{1, 0}), Error);
}

TEST_CASE("statistics do not depend on the order of the samples and lie inside their range") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  std::lognormal_distribution<double> latency(0.0, 1.0);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> samples(static_cast<std::size_t>(test::random_int(random, 1, 60)));
    for (double& sample : samples) sample = latency(random);
    const Summary before = summarise(samples);
    std::shuffle(samples.begin(), samples.end(), random);
    const Summary after = summarise(samples);
    CHECK(before.trimmed_mean == after.trimmed_mean);
    CHECK(before.p90 == after.p90);
    CHECK(before.median_absolute_deviation == after.median_absolute_deviation);
    for (double value : {after.trimmed_mean, after.median, after.p90}) {
      CHECK(value >= after.minimum - 1e-12);
      CHECK(value <= after.maximum + 1e-12);
    }
  }
}

}  // namespace bricks
