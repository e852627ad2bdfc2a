// A brick's plan against its model's: what the context record is for.
#include "engine/plan/plan.hpp"

#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

// For each unit: which kernel runs, and which input's memory its outputs take; the first one, as two inputs
// may be views of the same.
std::vector<std::string> how_units_run(const Plan& plan) {
  std::vector<std::string> units;
  for (const PlannedUnit& unit : plan.units) {
    std::string text = unit.kernel ? unit.kernel->algorithm() : "view";
    for (TensorId output : unit.outputs) {
      const TensorPlace& to = plan.places[static_cast<std::size_t>(output)];
      const auto taken = std::find_if(unit.inputs.begin(), unit.inputs.end(), [&](TensorId input) {
        return to.bytes > 0 && to.offset == plan.places[static_cast<std::size_t>(input)].offset;
      });
      if (taken != unit.inputs.end()) text += " over " + std::to_string(taken - unit.inputs.begin());
    }
    units.push_back(text);
  }
  return units;
}

void check_plans(const Graph& graph, const SuiteOptions& options) {
  const PlanOptions plan_options{.execution = options.execution};
  const std::vector<std::string> in_model = how_units_run(make_plan(graph, plan_options));
  Decomposer decomposer(options);
  decomposer.add("model", graph);
  const Suite suite = decomposer.finish();
  for (const RecipeStep& step : suite.recipes[0].steps) {
    const Brick& brick = suite.bricks[step.brick];
    const PlanContext& context = brick.variants[step.variant].context;
    CAPTURE(brick.text);
    CAPTURE(variant_text(context));
    const std::vector<std::string> in_brick = how_units_run(make_plan(brick.graph, plan_options, context));
    REQUIRE(in_brick.size() == step.units.count);
    for (std::size_t i = 0; i < in_brick.size(); ++i) CHECK(in_brick[i] == in_model[step.units.first + i]);
  }
}

}  // namespace

TEST_CASE("a brick's units run as they do in the model: same kernels, same memory taken over") {
  for (const Execution execution : {Execution::layerwise, Execution::fused})
    for (const std::int64_t granularity : {1, 2, 5}) {
      check_plans(test::chain_model(3), {.execution = execution, .granularity = granularity});
      check_plans(test::residual_model(3), {.execution = execution, .granularity = granularity});
    }
}

TEST_CASE("random models: a brick's units run as they do in the model") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 60; ++trial)
    check_plans(test::random_model(random, test::random_int(random, 1, 30), false),
                {.execution = trial % 2 == 0 ? Execution::layerwise : Execution::fused,
                 .granularity = test::random_int(random, 1, 5)});
}

}  // namespace bricks
