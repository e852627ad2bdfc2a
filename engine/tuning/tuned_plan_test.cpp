// Plans with a tuning table.
#include "engine/graph/builder.hpp"
#include "engine/ops/conv.hpp"
#include "engine/run/session.hpp"
#include "engine/tuning/conv_text.hpp"
#include "engine/tuning/tuning.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/kernel_test.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace bricks;
using kernels::ConvAlgorithm;

namespace {

// Two equal convolutions and one of its own.
Graph three_convolutions() {
  GraphBuilder builder("three");
  TensorId x = builder.input("x", {ElementType::float32, {1, 16, 20, 20}});
  for (const std::int64_t channels : {16, 16, 32}) {
    auto op = std::make_shared<Conv>();
    op->kernel_shape = {3, 3};
    op->pads.assign(4, 1);
    const std::string number = std::to_string(x);
    const TensorId w = builder.weight("w" + number, {ElementType::float32, {channels, 16, 3, 3}});
    x = builder.add("conv" + number, op, {x, w})[0];
  }
  return builder.finish();
}

Plan plan_with(const Graph& graph, Isa isa, const Tuning* table) {
  PlanContext context{{Layout::blocked}, {Layout::blocked}, {}, {}};
  PlanOptions options{.isa = isa};
  if (table != nullptr) options.tuning = std::make_shared<const Tuning>(*table);
  return make_plan(graph, options, context);
}

std::vector<float> outputs_of(const Plan& plan, int threads) {
  Session session(plan, pack_weights(plan, *synthetic_weights(3)), threads);
  std::vector<float> values(16 * 20 * 20), outputs(32 * 20 * 20);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 17) / 8 - 1;
  session.write_input(0, values.data());
  session.run();
  session.read_output(0, outputs.data());
  return outputs;
}

Tuning table_for(const Plan& plan, ConvAlgorithm algorithm) {
  Tuning table{plan.options.isa};
  const kernels::ConvProblem& p = *plan.units[0].kernel->convolution();
  table.convolutions[conv_text(p)] = {p, algorithm};
  return table;
}

}  // namespace

TEST_CASE("Tuning: units run the algorithms that the table names, others the cost model's") {
  test::for_each_isa([](Isa isa) {
    const Graph graph = three_convolutions();
    const Plan untuned = plan_with(graph, isa, nullptr);
    CHECK(tuned_units(untuned) == "");
    const std::vector<float> expected = outputs_of(untuned, 1);
    const std::pair<ConvAlgorithm, std::string> ways[] = {{ConvAlgorithm::direct, "direct "},
                                                          {ConvAlgorithm::winograd_f2, "winograd F(2,3)"},
                                                          {ConvAlgorithm::winograd_f4, "winograd F(4,3)"}};
    for (const auto& [algorithm, name] : ways) {
      const Tuning table = table_for(untuned, algorithm);
      const Plan plan = plan_with(graph, isa, &table);
      for (const std::size_t unit : {0, 1})
        CHECK(std::string(plan.units[unit].kernel->algorithm()).starts_with(name));
      CHECK(std::string(plan.units[2].kernel->algorithm()) == untuned.units[2].kernel->algorithm());
      const std::vector<float> found = outputs_of(plan, 1);
      CHECK(found == outputs_of(plan, 3));
      float largest = 0, furthest = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        furthest = std::max(furthest, std::abs(found[i] - expected[i]));
      }
      CHECK(furthest < 1e-4f * largest);
      const std::string text(conv_algorithm_name(algorithm));
      const bool same = algorithm == cost_model_algorithm(*plan.units[0].kernel->convolution(), isa, false);
      CHECK(tuned_units(plan) == (same ? "" : "0=" + text + ", 1=" + text));
    }
  });
}

TEST_CASE("Tuning: however a table shares the work, outputs have the same bits") {
  const Graph graph = three_convolutions();
  const Plan untuned = plan_with(graph, best_isa(), nullptr);
  const std::vector<float> expected = outputs_of(untuned, 2);
  for (const kernels::ConvSplit split : {kernels::ConvSplit{2, 1}, kernels::ConvSplit{1, 2}}) {
    Tuning table{best_isa(), false, 2};
    for (const PlannedUnit& unit : untuned.units) {
      const kernels::ConvProblem& p = *unit.kernel->convolution();
      table.convolutions[conv_text(p)] = {p, cost_model_algorithm(p, best_isa(), false), split};
    }
    const Plan plan = plan_with(graph, best_isa(), &table);
    for (const int threads : {1, 2, 3}) CHECK(outputs_of(plan, threads) == expected);
  }
}

TEST_CASE("Tuning: a unit between other layouts says its convolution too") {
  PlanContext context{{Layout::blocked}, {Layout::plain}, {}, {}};
  const Plan plan = make_plan(three_convolutions(), {}, context);
  for (const PlannedUnit& unit : plan.units) CHECK(unit.kernel->convolution() != nullptr);
}

TEST_CASE("Tuning: a table of another strictness is refused") {
  const Graph graph = three_convolutions();
  PlanOptions options{.strict = true};
  options.tuning = std::make_shared<const Tuning>(Tuning{options.isa, false});
  CHECK(test::complaint([&] { make_plan(graph, options); }).find("strict") != std::string::npos);
}
