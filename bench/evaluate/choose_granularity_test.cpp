#include "bench/evaluate/choose_granularity.hpp"

#include "engine/error.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// One model with the same error at a G, benchmarks that take some time, an interval of the composed 10 ms.
void add(EvaluatedRun& run, std::int64_t G, double error, double benchmarks_ms, double half_width_ms = 0.01) {
  GranularitySummary summary;
  summary.G = G;
  summary.errors = summarise_errors(std::vector<double>{error});
  summary.benchmarks_ms = benchmarks_ms;
  run.summaries.push_back(summary);
  if (run.models.empty()) run.models.resize(1);
  ComposedAt at;
  at.G = G;
  at.composed_ms = 10;
  at.low_ms = 10 - half_width_ms;
  at.high_ms = 10 + half_width_ms;
  at.error_percent = error;
  for (EvaluatedModel& model : run.models) model.at.push_back(at);
}

}  // namespace

TEST_CASE("Of the G within 0.2 points of the smallest error the one of least benchmarking time") {
  EvaluatedRun run;
  add(run, 1, -0.75, 10);  // cheapest, but 0.25 points off
  add(run, 2, 0.6875, 20);
  add(run, 3, 0.5, 40);
  add(run, 4, 0.5625, 30);
  GranularityChoice choice = choose_granularity(run);
  CHECK(choice.most_accurate == 3);
  CHECK(choice.tolerance_points == 0.2);
  CHECK(choice.chosen == 2);
  REQUIRE(choice.each.size() == 4);
  CHECK(choice.each[0].errors.mean_absolute_percent == 0.75);
  CHECK(choice.each[0].errors.bias_percent == -0.75);
  CHECK(choice.each[3].benchmarks_ms == 30);
}

TEST_CASE("An error within what the composed latencies are uncertain by counts as equal") {
  EvaluatedRun run;
  add(run, 1, 1.0, 10, 0.2);
  add(run, 2, 0.625, 20, 0.04);
  add(run, 3, 0.25, 30, 0.05);
  CHECK(choose_granularity(run).tolerance_points == doctest::Approx(0.5));
  CHECK(choose_granularity(run).chosen == 2);
}

TEST_CASE("Over many models the mean error is that much surer") {
  EvaluatedRun run;
  run.models.resize(4);
  add(run, 1, 1.0, 10, 0.2);
  add(run, 2, 0.5, 20, 0.08);
  CHECK(choose_granularity(run).tolerance_points == doctest::Approx(0.4));
  CHECK(choose_granularity(run).chosen == 2);
}

TEST_CASE("Of equal times the smaller G is chosen, whatever the order") {
  EvaluatedRun run;
  add(run, 5, 0.5, 10);
  add(run, 4, 0.5, 10);
  CHECK(choose_granularity(run).chosen == 4);
}

TEST_CASE("A G without errors is passed over, and none with errors is refused") {
  EvaluatedRun run;
  add(run, 1, 0.5, 1);
  add(run, 2, 0.5, 2);
  run.summaries[0].errors.reset();
  CHECK(choose_granularity(run).chosen == 2);
  CHECK(choose_granularity(run).each.size() == 1);
  run.summaries[1].errors.reset();
  CHECK_THROWS_WITH_AS(choose_granularity(run),
                       "no granularity has errors, expected models that were run whole", Error);
}
