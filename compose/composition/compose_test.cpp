#include "compose/composition/compose.hpp"

#include "compose/composition/errors.hpp"
#include "compose/results/results_json.hpp"
#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

RecipeBook book_of(const Graph& model, const SuiteOptions& options) {
  Decomposer decomposer(options);
  decomposer.add("model", model);
  return recipe_book(decomposer.finish());
}

// Brick i of the book takes i + 1 microseconds.
Results numbered_results(const RecipeBook& book) {
  Results results;
  for (std::size_t i = 0; i < book.bricks.size(); ++i) {
    BrickResult result;
    result.text = book.bricks[i].text;
    result.samples = {{.ns = 1000.0 * static_cast<double>(i + 1)}};
    results.add(result);
  }
  return results;
}

double numbered_sum(const Recipe& recipe) {
  double sum = 0;
  for (const RecipeStep& step : recipe.steps) sum += 1000.0 * (step.brick + 1);
  return sum;
}

}  // namespace

TEST_CASE("a chain's latency is the sum of its bricks', and so is its critical path") {
  const RecipeBook book = book_of(test::chain_model(3), {.execution = Execution::layerwise});
  const Results results = numbered_results(book);
  const ComposedModel composed = compose(book, book.recipes[0], results.only(), {.workers = 2});
  CHECK(composed.model == "model");
  CHECK(composed.sequential.trimmed_mean_ns == numbered_sum(book.recipes[0]));
  CHECK(composed.plain_sum_ns == numbered_sum(book.recipes[0]));
  CHECK(composed.parallel.value().trimmed_mean_ns == numbered_sum(book.recipes[0]));
  CHECK(composed.workers.value().trimmed_mean_ns == numbered_sum(book.recipes[0]));
}

TEST_CASE("branches run at once on the critical path and on two workers") {
  test::ModelWriter model("m");
  const TensorId x = model.unary(model.input({1, 8, 4, 4}));
  model.sum(model.conv(x, 8, 1), model.conv(x, 8, 3));
  const RecipeBook book = book_of(model.finish(), {.execution = Execution::layerwise});
  REQUIRE(book.bricks.size() == 4);
  const ComposedModel composed =
      compose(book, book.recipes[0], numbered_results(book).only(), {.workers = 2});
  CHECK(composed.plain_sum_ns == 10000);
  CHECK(composed.parallel.value().trimmed_mean_ns < 10000);
  CHECK(composed.workers.value().trimmed_mean_ns == composed.parallel.value().trimmed_mean_ns);
}

TEST_CASE("overlapping sequences compose to the cheapest cover") {
  const RecipeBook book =
      book_of(test::chain_model(2), {.execution = Execution::layerwise, .granularity = 3, .overlap = true});
  Results results;
  for (const RecipeBook::BrickName& brick : book.bricks) {
    BrickResult result;
    result.text = brick.text;
    const auto layers = static_cast<double>(std::count(brick.text.begin(), brick.text.end(), '('));
    result.samples = {{.ns = 10 + layers}};
    results.add(result);
  }
  const ComposedModel composed = compose(book, book.recipes[0], results.only());
  // Seven layers in windows of three: 3 + 3 + 1, where a bracket more than layers stands in each text.
  CHECK(composed.plain_sum_ns == (10 + 4) + (10 + 4) + (10 + 2));
  CHECK(composed.cover == std::vector<Sequence>{{0, 3}, {3, 3}, {6, 1}});
  CHECK_FALSE(composed.parallel.has_value());
}

TEST_CASE("a missing brick is an error that names it, never a zero") {
  const RecipeBook book = book_of(test::chain_model(1), {.execution = Execution::layerwise});
  Results results;
  for (const RecipeBook::BrickName& brick : book.bricks) {
    if (brick.text.find("MaxPool") != std::string::npos) continue;
    BrickResult result;
    result.text = brick.text;
    result.samples = {{.ns = 1}};
    results.add(result);
  }
  try {
    compose(book, book.recipes[0], results.only());
    FAIL("no error");
  } catch (const Error& error) {
    const std::string message = error.what();
    CHECK(message.find("model 'model'") != std::string::npos);
    CHECK(message.find("MaxPool") != std::string::npos);
  }
  const std::vector<MissingVariant> missing = missing_results(book, results.only());
  REQUIRE(missing.size() == 1);
  CHECK(book.bricks[missing[0].brick].text.find("MaxPool") != std::string::npos);
}

TEST_CASE("results of one execution never compose a model of the other") {
  const RecipeBook book = book_of(test::chain_model(1), {.execution = Execution::layerwise});
  for (const char* execution : {"layerwise", "fused"}) {
    Results results;
    for (const RecipeBook::BrickName& brick : book.bricks) {
      BrickResult result;
      result.text = brick.text;
      result.system.execution = execution;
      result.samples = {{.ns = 1}};
      results.add(result);
    }
    if (std::string(execution) == "layerwise")
      CHECK(compose(book, book.recipes[0], results.only()).plain_sum_ns == 5);
    else
      CHECK_THROWS_WITH_AS(compose(book, book.recipes[0], results.only()),
                           "model 'model': results of fused execution, expected layerwise", Error);
  }
}

TEST_CASE("variants have results of their own; of several footprints the nearest counts") {
  const RecipeBook book = book_of(test::chain_model(1), {.execution = Execution::layerwise});
  Results results = numbered_results(book);
  const Recipe& recipe = book.recipes[0];
  const auto add = [&](std::uint64_t swept_bytes, double ns) {
    BrickResult result;
    result.text = book.bricks[0].text;
    result.variant = book.bricks[0].variants[0];
    result.swept_bytes = swept_bytes;
    result.samples = {{.ns = ns}};
    results.add(result);
  };
  const auto time = [&] { return step_results(book, recipe, results.only()); };
  const auto uses_first = [&](const BrickResult* result) { return result->text == book.bricks[0].text; };
  const auto first_time = [&] {
    const auto steps = time();
    return (*std::find_if(steps.begin(), steps.end(), uses_first))->samples[0].ns;
  };
  CHECK(first_time() == 1000);
  add(recipe.footprint.swept_bytes() * 4, 4);
  CHECK(first_time() == 4);
  add(recipe.footprint.swept_bytes() / 2, 2);
  CHECK(first_time() == 2);
  add(recipe.footprint.swept_bytes() * 3 / 2, 1.5);
  CHECK(first_time() == 1.5);
}

TEST_CASE("errors of composed times") {
  CHECK(error_percent(9, 10) == doctest::Approx(-10));
  CHECK(error_percent(12, 10) == doctest::Approx(20));
  CHECK_THROWS_AS(error_percent(1, 0), Error);
  const std::vector<double> errors = {-1, 2, -4, 7, -20};
  const ErrorSummary summary = summarise_errors(errors);
  CHECK(summary.mean_absolute_percent == doctest::Approx(6.8));
  CHECK(summary.p90_absolute_percent == doctest::Approx(7 + 0.6 * 13));
  CHECK(summary.max_absolute_percent == 20);
  CHECK(summary.bias_percent == doctest::Approx(-3.2));
  CHECK(summary.within_5_percent == doctest::Approx(0.6));
  CHECK(summary.within_10_percent == doctest::Approx(0.8));
  CHECK(summary.geometric_mean_ratio ==
        doctest::Approx(std::pow(0.99 * 1.02 * 0.96 * 1.07 * 0.8, 0.2)).epsilon(1e-12));
  CHECK_THROWS_AS(summarise_errors({}), Error);
}

}  // namespace bricks
