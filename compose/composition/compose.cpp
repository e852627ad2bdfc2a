#include "compose/composition/compose.hpp"

#include "compose/composition/graph_time.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"

#include <numeric>

namespace bricks {
namespace {

std::vector<double> trimmed_means(const std::vector<const BrickResult*>& steps) {
  std::unordered_map<const BrickResult*, double> known;
  std::vector<double> times;
  for (const BrickResult* result : steps) {
    const auto [found, is_new] = known.try_emplace(result, 0.0);
    if (is_new) found->second = trimmed_mean(sample_times_ns(*result));
    times.push_back(found->second);
  }
  return times;
}

// The same brick is cut into units differently under the other setting.
void check_execution(const BrickResult& result, Execution execution) {
  const std::string& found = result.system.execution;
  if (!found.empty() && found != execution_name(execution))
    throw Error("results of " + found + " execution, expected " + std::string(execution_name(execution)));
}

// Overlapping sequences: keeps the steps of the cheapest cover, which it returns.
std::vector<Sequence> keep_cover(const Recipe& recipe, std::vector<const BrickResult*>& steps,
                                 std::vector<double>& times) {
  std::vector<Sequence> sequences;
  for (const RecipeStep& step : recipe.steps) sequences.push_back(step.units);
  const Cover cover = shortest_cover(sequences, times, static_cast<std::size_t>(recipe.units));
  std::vector<Sequence> kept;
  std::vector<const BrickResult*> kept_steps;
  std::vector<double> kept_times;
  for (std::uint32_t step : cover.sequences) {
    kept.push_back(sequences[step]);
    kept_steps.push_back(steps[step]);
    kept_times.push_back(times[step]);
  }
  steps = std::move(kept_steps);
  times = std::move(kept_times);
  return kept;
}

}  // namespace

std::vector<const BrickResult*> step_results(const RecipeBook& book, const Recipe& recipe,
                                             const SystemResults& results) {
  std::vector<std::vector<const BrickResult*>> known(book.bricks.size());
  std::vector<const BrickResult*> steps;
  for (const RecipeStep& step : recipe.steps) {
    const RecipeBook::BrickName& brick = book.bricks[step.brick];
    known[step.brick].resize(brick.variants.size());
    const BrickResult*& result = known[step.brick][step.variant];
    if (result == nullptr) {
      result = &results.find(brick.text, brick.variants[step.variant], recipe.footprint.swept_bytes());
      check_execution(*result, book.options.execution);
    }
    steps.push_back(result);
  }
  return steps;
}

ComposedModel compose(const RecipeBook& book, const Recipe& recipe, const SystemResults& results,
                      const ComposeOptions& options) {
  return within("model '" + recipe.model + "'", [&] {
    std::vector<const BrickResult*> steps = step_results(book, recipe, results);
    std::vector<double> times = trimmed_means(steps);
    ComposedModel composed;
    composed.model = recipe.model;
    if (book.options.overlap) composed.cover = keep_cover(recipe, steps, times);
    composed.plain_sum_ns = sequential_time(times);
    composed.sequential = synthetic_passes(steps, options.passes, sequential_time);
    if (book.options.overlap) return composed;
    composed.parallel = synthetic_passes(steps, options.passes, [&](std::span<const double> pass) {
      return critical_path(pass, recipe.edges);
    });
    if (options.workers > 0) {
      const StepOverlap overlap = step_overlap(book, recipe, steps, options.rules);
      composed.workers = synthetic_passes(steps, options.passes, [&](std::span<const double> pass) {
        return list_schedule(pass, recipe.edges, options.workers, overlap);
      });
    }
    return composed;
  });
}

std::vector<MissingVariant> missing_results(const RecipeBook& book, const SystemResults& results) {
  std::vector<MissingVariant> missing;
  for (std::uint32_t brick = 0; brick < book.bricks.size(); ++brick)
    for (std::uint32_t variant = 0; variant < book.bricks[brick].variants.size(); ++variant)
      if (results.look_up(book.bricks[brick].text, book.bricks[brick].variants[variant], 0) == nullptr)
        missing.push_back({brick, variant});
  return missing;
}

}  // namespace bricks
