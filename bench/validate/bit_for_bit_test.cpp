#include "bench/validate/bit_for_bit.hpp"

#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/tuning/conv_text.hpp"
#include "engine/tuning/tuning.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

Suite overlapping(const Graph& model, Execution execution) {
  Decomposer decomposer({execution, 3, true});
  decomposer.add(model.name, model);
  return decomposer.finish();
}

BrickCheck check(const Graph& model, const Suite& suite, Execution execution) {
  return check_bricks(model, suite, suite.recipes[0], {best_isa(), execution, 2, 1}, *synthetic_weights(1));
}

}  // namespace

TEST_CASE("Sequences that overlap are checked in one pass of their model") {
  for (const Execution execution : {Execution::layerwise, Execution::fused})
    for (const Graph& model : {test::chain_model(3), test::residual_model(3)}) {
      const Suite suite = overlapping(model, execution);
      const BrickCheck found = check(model, suite, execution);
      CHECK(found.sequences == static_cast<std::size_t>(suite.recipes[0].units));
      CHECK(found.different == 0);
      CHECK(found.first_difference.empty());
    }
}

TEST_CASE("A brick that stands for another sequence is found, also among sequences that overlap") {
  test::ModelWriter writer("twins");
  const TensorId x = writer.input({1, 16, 8, 8});
  writer.unary(writer.unary(writer.conv(x, 16, 1), UnaryKind::tanh));
  const Graph model = writer.finish();
  Suite suite = overlapping(model, Execution::layerwise);
  REQUIRE(suite.recipes[0].steps.size() == 3);
  // For the last activation alone stands the one before it.
  Decomposer single({Execution::layerwise, 1, false});
  single.add(model.name, model);
  const Suite units = single.finish();
  const RecipeStep tanh = units.recipes[0].steps[1];
  suite.bricks.push_back(units.bricks[tanh.brick]);
  suite.recipes[0].steps[2].brick = static_cast<std::uint32_t>(suite.bricks.size() - 1);
  suite.recipes[0].steps[2].variant = tanh.variant;
  const BrickCheck found = check(model, suite, Execution::layerwise);
  CHECK(found.sequences == 3);
  CHECK(found.different == 1);
  CHECK(found.first_difference.find("units 2 to 2, output 0") == 0);
}

TEST_CASE("With a tuning table bricks and model run the same algorithms, bit for bit") {
  const Graph model = test::residual_model(3);
  const Suite suite = overlapping(model, Execution::fused);
  EngineOptions engine{best_isa(), Execution::fused, 2, 1};
  const EngineOptions untuned = engine;
  const Plan plan = make_plan(model, plan_options(untuned));
  for (const auto algorithm : {kernels::ConvAlgorithm::direct, kernels::ConvAlgorithm::winograd_f2,
                               kernels::ConvAlgorithm::winograd_f4}) {
    Tuning table{engine.isa};
    for (const PlannedUnit& unit : plan.units) {
      const kernels::ConvProblem* problem = unit.kernel ? unit.kernel->convolution() : nullptr;
      if (problem == nullptr || conv_candidates(*problem, engine.isa, false).size() < 3) continue;
      table.convolutions[conv_text(*problem)] = {*problem, algorithm};
    }
    REQUIRE_FALSE(table.convolutions.empty());
    engine.tuning = std::make_shared<const Tuning>(table);
    const auto weights = synthetic_weights(1);
    const BrickCheck found = check_bricks(model, suite, suite.recipes[0], engine, *weights);
    CHECK(found.sequences > 0);
    CHECK(found.different == 0);
  }
}
