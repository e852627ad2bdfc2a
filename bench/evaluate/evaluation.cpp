#include "bench/evaluate/evaluation.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace bricks {
namespace {

constexpr int paper_runs = 100;  // of every model, to compare the wall clock with

bool has_all(const StoredRun& run, const RecipeBook& book, const Recipe& recipe) {
  return std::ranges::all_of(recipe.steps, [&](const RecipeStep& step) {
    const RecipeBook::BrickName& brick = book.bricks[step.brick];
    return run.results.look_up(brick.text, brick.variants[step.variant], recipe.footprint.swept_bytes());
  });
}

ComposedAt composed_at(const Granularity& granularity, const Recipe& recipe, const StoredRun& run,
                       const PassOptions& passes, const std::optional<MeasuredLatency>& measured) {
  const ComposedModel composed = compose(granularity.book, recipe, run.results, {passes, 0});
  ComposedAt at;
  at.G = granularity.G;
  at.sequences = recipe.steps.size();
  at.unique_sequences = unique_bricks(recipe);
  at.composed_ms = composed.sequential.trimmed_mean_ns / 1e6;
  at.low_ms = composed.sequential.interval_ns.low / 1e6;
  at.high_ms = composed.sequential.interval_ns.high / 1e6;
  at.p50_ms = composed.sequential.p50_ns / 1e6;
  at.p90_ms = composed.sequential.p90_ns / 1e6;
  at.plain_sum_ms = composed.plain_sum_ns / 1e6;
  at.parallel_ms = composed.parallel->trimmed_mean_ns / 1e6;
  if (!measured) return at;
  at.error_percent = error_percent(at.composed_ms, measured->ms);
  at.plain_error_percent = error_percent(at.plain_sum_ms, measured->ms);
  return at;
}

// Sums over the models of one granularity.
class Summing {
 public:
  explicit Summing(std::int64_t G) { summary_.G = G; }

  void add(const Granularity& granularity, const Recipe& recipe, const StoredRun& run, const ComposedAt& at,
           const std::optional<MeasuredLatency>& measured) {
    ++summary_.models;
    summary_.sequences += at.sequences;
    summary_.models_ms += measured ? measured->ms : at.composed_ms;
    all_measured_ = all_measured_ && measured;
    if (at.error_percent) errors_.push_back(*at.error_percent);
    if (at.plain_error_percent) plain_errors_.push_back(*at.plain_error_percent);
    const std::vector<const BrickResult*> results = step_results(granularity.book, recipe, run.results);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const RecipeStep& step = recipe.steps[i];
      bricks_.insert(step.brick);
      benchmarks_.try_emplace({step.brick, results[i]->variant}, results[i]);
    }
  }

  GranularitySummary finish(const StoredRun& run) {
    summary_.unique_sequences = bricks_.size();
    summary_.benchmarks = benchmarks_.size();
    double sample_seconds = 0;
    for (const auto& [id, result] : benchmarks_) {
      const std::vector<double> times = sample_times_ns(*result);
      summary_.benchmarks_ms += trimmed_mean(times) / 1e6;
      for (const double ns : times) sample_seconds += ns / 1e9;
    }
    summary_.benchmark_speedup = summary_.models_ms / summary_.benchmarks_ms;
    if (!errors_.empty()) summary_.errors = summarise_errors(errors_);
    if (!plain_errors_.empty()) summary_.plain_errors = summarise_errors(plain_errors_);
    if (!(run.brick_seconds > 0 && run.brick_sample_seconds > 0)) return summary_;
    summary_.brick_seconds = run.brick_seconds * sample_seconds / run.brick_sample_seconds;
    const double model_seconds = run.model_setup_seconds + paper_runs * summary_.models_ms / 1e3;
    if (all_measured_) summary_.wall_speedup = model_seconds / *summary_.brick_seconds;
    return summary_;
  }

  bool empty() const { return summary_.models == 0; }

 private:
  GranularitySummary summary_;
  bool all_measured_ = true;
  std::vector<double> errors_, plain_errors_;
  std::set<std::uint32_t> bricks_;
  // One result of each brick and variant, of several at different footprints.
  std::map<std::pair<std::uint32_t, std::string>, const BrickResult*> benchmarks_;
};

std::optional<MeasuredLatency> measured_of(const StoredRun& run, const std::string& model) {
  const auto found = run.models.find(model);
  return found == run.models.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

EvaluatedRun evaluate(const StoredRun& run, const Granularities& granularities, const PassOptions& passes,
                      const std::function<void(double)>& progress) {
  EvaluatedRun evaluated{run.system, {}, {}, run.brick_seconds};
  for (const Recipe& recipe : granularities.each.front().book.recipes)
    evaluated.models.push_back({recipe.model, measured_of(run, recipe.model), {}});
  const auto parts = static_cast<double>(granularities.each.size() * evaluated.models.size());
  double done = 0;
  for (const Granularity& granularity : granularities.each) {
    Summing sum(granularity.G);
    for (EvaluatedModel& model : evaluated.models) {
      const Recipe& recipe = recipe_of(granularity.book, model.name);
      if (has_all(run, granularity.book, recipe)) {
        model.at.push_back(composed_at(granularity, recipe, run, passes, model.measured));
        sum.add(granularity, recipe, run, model.at.back(), model.measured);
      }
      progress(++done / parts);
    }
    if (!sum.empty()) evaluated.summaries.push_back(sum.finish(run));
  }
  std::erase_if(evaluated.models, [](const EvaluatedModel& model) { return model.at.empty(); });
  return evaluated;
}

}  // namespace bricks
