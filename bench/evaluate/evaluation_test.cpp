#include "bench/evaluate/evaluation.hpp"

#include "decompose/test_support/models.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

namespace {

// A chain of two equal activations, by itself and behind another model's name.
Graph twins(const std::string& name) {
  ModelWriter model(name);
  model.unary(model.unary(model.input({1, 8, 8, 8})));
  return model.finish();
}

const std::vector<std::int64_t> one_and_two = {1, 2};

void add(StoredRun& run, const Granularity& granularity, double ns) {
  for (const RecipeBook::BrickName& brick : granularity.book.bricks)
    run.results.add({brick.text, "", 0, run.system, {{0, 0, 0, ns}, {1, 0, 0, ns}, {2, 0, 0, ns}}});
}

PassOptions few() { return {.passes = 10, .resamples = 10, .resample_passes = 10}; }

}  // namespace

TEST_CASE("Composed beside measured, with exact numbers") {
  const std::vector<Graph> models = {twins("a"), twins("b")};
  const Granularities cut = cut_at(models, Execution::layerwise, one_and_two);
  StoredRun run;
  run.system.execution = "layerwise";
  add(run, cut.each[0], 1e6);    // a layer: 1 ms, so a model 2 ms
  add(run, cut.each[1], 2.2e6);  // both at once: 2.2 ms
  run.models = {{"a", {2.0, {}, {}}}, {"b", {2.5, {}, {}}}};
  run.brick_seconds = 0.0096 * 2;
  run.brick_sample_seconds = 0.0096;  // three runs of 1 ms and of 2.2 ms
  run.model_setup_seconds = 0.03;

  const EvaluatedRun evaluated = evaluate(run, cut, few());
  REQUIRE(evaluated.models.size() == 2);
  const EvaluatedModel& b = evaluated.models[1];
  CHECK(b.measured->ms == 2.5);
  REQUIRE(b.at.size() == 2);
  CHECK(b.at[0].sequences == 2);
  CHECK(b.at[0].unique_sequences == 1);
  CHECK(b.at[0].composed_ms == doctest::Approx(2));
  CHECK(b.at[0].plain_sum_ms == doctest::Approx(2));
  CHECK(b.at[0].parallel_ms == doctest::Approx(2));
  CHECK(*b.at[0].error_percent == doctest::Approx(-20));
  CHECK(*b.at[1].error_percent == doctest::Approx(-12));

  REQUIRE(evaluated.summaries.size() == 2);
  const GranularitySummary &first = evaluated.summaries[0], &second = evaluated.summaries[1];
  CHECK(first.models == 2);
  CHECK(first.sequences == 4);
  CHECK(first.unique_sequences == 1);
  CHECK(first.benchmarks == 1);
  CHECK(first.models_ms == doctest::Approx(4.5));
  CHECK(first.benchmarks_ms == doctest::Approx(1));
  CHECK(first.benchmark_speedup == doctest::Approx(4.5));
  CHECK(first.errors->mean_absolute_percent == doctest::Approx(10));
  CHECK(first.errors->bias_percent == doctest::Approx(-10));
  CHECK(first.errors->within_5_percent == doctest::Approx(0.5));
  // 30 ms of set-up and 100 runs of 4.5 ms; of the bricks' time the share 3 ms of 9.6 ms.
  CHECK(*first.brick_seconds == doctest::Approx(0.0192 * 3 / 9.6));
  CHECK(*first.wall_speedup == doctest::Approx(0.48 / (0.0192 * 3 / 9.6)));
  CHECK(second.benchmark_speedup == doctest::Approx(4.5 / 2.2));
}

TEST_CASE("What was not measured is left out") {
  const std::vector<Graph> models = {twins("a"), twins("b")};
  const Granularities cut = cut_at(models, Execution::layerwise, one_and_two);
  StoredRun run;
  run.system.execution = "layerwise";
  add(run, cut.each[0], 1e6);
  run.models = {{"a", {2.0, {}, {}}}};

  const EvaluatedRun evaluated = evaluate(run, cut, few());
  REQUIRE(evaluated.summaries.size() == 1);  // no brick of G=2
  CHECK(evaluated.summaries[0].G == 1);
  CHECK(evaluated.summaries[0].models_ms == doctest::Approx(4));  // b as composed
  CHECK_FALSE(evaluated.summaries[0].wall_speedup);
  CHECK_FALSE(evaluated.summaries[0].brick_seconds);
  CHECK_FALSE(evaluated.models[1].measured);
  CHECK_FALSE(evaluated.models[1].at[0].error_percent);
  CHECK(*evaluated.models[0].at[0].error_percent == doctest::Approx(0));
  CHECK(evaluate(StoredRun(), cut, few()).models.empty());
}
