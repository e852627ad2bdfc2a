#include "bench/tune/tune.hpp"

#include "bench/tune/conv_choices.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/tuning/conv_text.hpp"
#include "engine/tuning/tuning_json.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;
using kernels::ConvAlgorithm;

namespace {

EngineOptions search_options(Execution execution) {
  EngineOptions engine;
  engine.isa = best_isa();
  engine.execution = execution;
  engine.threads = 2;
  return engine;
}

std::vector<ConvChoice> choices_of(std::vector<Graph> models, const EngineOptions& engine) {
  return conv_choices(single_units(models, engine.execution), engine);
}

}  // namespace

TEST_CASE("Choices: every convolution of all models once, where there is anything to choose") {
  for (const Execution execution : {Execution::fused, Execution::layerwise}) {
    EngineOptions engine = search_options(execution);
    engine.threads = 1;
    // A stem, which reads plain input, and equal convolutions of 16x16 and of 8x8 pixels.
    const auto choices = choices_of({test::chain_model(3), test::residual_model(2)}, engine);
    REQUIRE(choices.size() == 2);
    for (const ConvChoice& choice : choices) {
      CHECK(choice.candidates.size() == 3);
      CHECK(choice.candidates[choice.expected] == cost_model_algorithm(choice.problem, best_isa(), false));
    }
    engine.strict = true;
    for (const ConvChoice& choice : choices_of({test::chain_model(3)}, engine))
      CHECK(choice.candidates == std::vector{ConvAlgorithm::direct, ConvAlgorithm::winograd_f2});
  }
}

TEST_CASE("Choices: where there is one algorithm there may be several ways to share its work") {
  test::ModelWriter model("wide");
  // Channels that fill no blocks, so directly alone.
  model.conv(model.conv(model.input({1, 64, 14, 14}), 250, 1), 250, 1);
  const EngineOptions engine = search_options(Execution::fused);
  const auto choices = choices_of({model.finish()}, engine);
  REQUIRE(choices.size() == 2);  // of plain and of blocked input
  for (const ConvChoice& choice : choices) {
    CHECK(choice.candidates == std::vector{ConvAlgorithm::direct});
    CHECK(split_candidates(choice.problem, ConvAlgorithm::direct, engine.isa, engine.threads).size() == 2);
  }
}

TEST_CASE("A search times every candidate, and only what its table lacks") {
  const EngineOptions engine = search_options(Execution::fused);
  const std::vector<Graph> one = {test::chain_model(3)};
  Tuning table{engine.isa, engine.strict, engine.threads};
  double done = 0;
  tune(table, one, engine, monotonic_clock(), [&](double share) { done = share; });
  CHECK(done == 1);
  REQUIRE_FALSE(table.convolutions.empty());
  for (const auto& [text, conv] : table.convolutions) {
    CHECK(text == conv_text(conv.problem));
    CHECK(conv.ns.size() + conv.split_ns.size() >= 2);
    for (const auto& [algorithm, ns] : conv.ns) CHECK(ns > 0);
    for (const auto& [split, ns] : conv.split_ns) CHECK(ns > 0);
    const auto candidates = conv_candidates(conv.problem, table.isa, false);
    CHECK(std::ranges::count(candidates, conv.algorithm) == 1);
    CHECK(conv.split.has_value() == (conv.split_ns.size() > 1));
  }
  const Tuning read = parse_tuning(parse_json(tuning_text(table), "file"));
  CHECK(tuning_text(read) == tuning_text(table));
  const Tuning before = table;
  const std::vector<Graph> both = {test::chain_model(3), test::residual_model(1)};
  tune(table, both, engine, monotonic_clock(), [](double) {});
  CHECK(table.convolutions.size() > before.convolutions.size());
  for (const auto& [text, conv] : before.convolutions) CHECK(table.convolutions.at(text).ns == conv.ns);
  tune(table, {}, engine, monotonic_clock(), [](double) { FAIL("nothing is to be done"); });
}
