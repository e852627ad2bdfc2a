#include "bench/report/granularities.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

GranularityChoice two_granularities() {
  GranularityReport first, second;
  first.errors = {.mean_absolute_percent = 0.5,
                  .p90_absolute_percent = 1.25,
                  .max_absolute_percent = 1.5,
                  .bias_percent = -0.25};
  first.bricks = 19;
  first.benchmarks = 20;
  first.benchmarks_ms = 25;
  first.measuring_seconds = 0.75;
  first.benchmark_speedup = 1.5;
  second = first;
  second.G = 2;
  second.errors.mean_absolute_percent = 0.375;
  second.errors.bias_percent = 0.125;
  second.benchmarks_ms = 37.5;
  second.measuring_seconds.reset();
  return {1, 2, 0.2, {first, second}};
}

}  // namespace

TEST_CASE("A line for each G, and why one is chosen") {
  CHECK(granularities_text(two_granularities()) ==
        "G     error %  p90 %  max %  bias %  bricks  benchmarks  benchmark ms  measured s  speed-up\n"
        "1  *     0.50   1.25   1.50   -0.25      19          20         25.00        0.75     1.50x\n"
        "2        0.38   1.25   1.50   +0.12      19          20         37.50                 1.50x\n"
        "G=1: least benchmark time of those within 0.20 points of the smallest error, 0.38 % at G=2\n");
}

TEST_CASE("The same as keys with units") {
  const auto json = granularities_json(two_granularities());
  CHECK(json.at("chosen_G") == 1);
  CHECK(json.at("most_accurate_G") == 2);
  CHECK(json.at("tolerance_points") == 0.2);
  REQUIRE(json.at("granularities").size() == 2);
  const auto &first = json.at("granularities").at(0), &second = json.at("granularities").at(1);
  CHECK(first.at("G") == 1);
  CHECK(first.at("mean_absolute_error_percent") == 0.5);
  CHECK(first.at("p90_error_percent") == 1.25);
  CHECK(first.at("max_error_percent") == 1.5);
  CHECK(first.at("bias_percent") == -0.25);
  CHECK(first.at("unique_sequences") == 19);
  CHECK(first.at("benchmarks") == 20);
  CHECK(first.at("benchmarks_ms") == 25);
  CHECK(first.at("measuring_seconds") == 0.75);
  CHECK(first.at("benchmark_speedup") == 1.5);
  CHECK(second.at("G") == 2);
  CHECK_FALSE(second.contains("measuring_seconds"));
}
