// A brick's plan against its model's: what the context record is for.
#include "engine/plan/plan.hpp"

#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

std::string place_text(const Plan& plan, TensorId whole, TensorId part, std::size_t within) {
  const TensorPlace &a = plan.places[static_cast<std::size_t>(whole)],
                    &b = plan.places[static_cast<std::size_t>(part)];
  return a.bytes > 0 && b.offset == a.offset + within ? " has " + std::to_string(within) : "";
}

// Which of a Concat's inputs lie where they belong.
std::string parts_in_place(const Plan& plan, const PlannedUnit& unit) {
  std::string text;
  std::size_t within = 0;
  for (TensorId input : unit.inputs) {
    text += place_text(plan, unit.outputs[0], input, within);
    within += tensor_bytes(plan.graph.tensor(input), Layout::plain, 1);
  }
  return text;
}

// Which input's memory the outputs take, and where in it; the first one, as two inputs may be views of the
// same.
std::string memory_taken(const Plan& plan, const PlannedUnit& unit) {
  std::string text;
  for (TensorId output : unit.outputs) {
    const TensorPlace& to = plan.places[static_cast<std::size_t>(output)];
    for (std::size_t i = 0; i < unit.inputs.size(); ++i) {
      const TensorPlace& from = plan.places[static_cast<std::size_t>(unit.inputs[i])];
      if (to.bytes == 0 || to.offset < from.offset || to.offset >= from.offset + from.bytes) continue;
      text += " over " + std::to_string(i) + " at " + std::to_string(to.offset - from.offset);
      break;
    }
  }
  return text;
}

// For each unit: which kernel runs, and which memory inputs and outputs share.
std::vector<std::string> how_units_run(const Plan& plan) {
  std::vector<std::string> units;
  for (const PlannedUnit& unit : plan.units) {
    const bool joins = plan.graph.layer(unit.unit.layers[0]).op->type() == "Concat";
    units.push_back(std::string(unit.kernel ? unit.kernel->algorithm() : "no work") +
                    (joins ? parts_in_place(plan, unit) : memory_taken(plan, unit)));
  }
  return units;
}

void check_plans(const Graph& graph, const SuiteOptions& options, Isa isa = best_isa()) {
  const PlanOptions plan_options{.isa = isa, .execution = options.execution};
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
  for (int trial = 0; trial < 100; ++trial) {
    const Graph graph = test::random_model(random, test::random_int(random, 1, 30));
    const SuiteOptions options = {.execution = trial % 2 == 0 ? Execution::layerwise : Execution::fused,
                                  .granularity = test::random_int(random, 1, 5)};
    test::for_each_isa([&](Isa isa) { check_plans(graph, options, isa); });
  }
}

}  // namespace bricks
