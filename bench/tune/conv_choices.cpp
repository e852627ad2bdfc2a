#include "bench/tune/conv_choices.hpp"

#include "decompose/suite/decomposer.hpp"
#include "engine/tuning/conv_text.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace bricks {

Suite single_units(std::span<const Graph> models, Execution execution) {
  Decomposer decomposer({.execution = execution});
  for (const Graph& model : models) decomposer.add(model.name, model);
  return decomposer.finish();
}

std::vector<ConvChoice> conv_choices(const Suite& suite, const EngineOptions& engine) {
  std::vector<ConvChoice> choices;
  std::set<std::string> seen;
  for (const BenchmarkId id : all_benchmarks(suite)) {
    const auto plan = plan_benchmark(suite, id, engine);
    const auto& kernel = plan->units.front().kernel;
    const kernels::ConvProblem* problem = kernel ? kernel->convolution() : nullptr;
    if (problem == nullptr || !seen.insert(conv_text(*problem)).second) continue;
    ConvChoice choice{id, *problem, conv_candidates(*problem, engine.isa, engine.strict)};
    const auto expected =
        std::ranges::find(choice.candidates, cost_model_algorithm(*problem, engine.isa, engine.strict));
    if (expected == choice.candidates.end()) continue;
    if (choice.candidates.size() < 2 &&
        split_candidates(*problem, *expected, engine.isa, engine.threads).size() < 2)
      continue;
    choice.expected = static_cast<std::size_t>(expected - choice.candidates.begin());
    choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace bricks
