#include "bench/session/compose_report.hpp"

#include "compose/composition/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace bricks {
namespace {

void report_model(ModelReport& model, const ComposedModel& composed) {
  model.composed_sequential_ms = composed.sequential.trimmed_mean_ns / 1e6;
  model.composed_interval_ms =
      Interval{composed.sequential.interval_ns.low / 1e6, composed.sequential.interval_ns.high / 1e6};
  model.composed_p50_ms = composed.sequential.p50_ns / 1e6;
  model.composed_p90_ms = composed.sequential.p90_ns / 1e6;
  model.plain_sum_ms = composed.plain_sum_ns / 1e6;
  model.cover = composed.cover;
  if (composed.workers) {
    model.composed_workers_ms = composed.workers->trimmed_mean_ns / 1e6;
    model.composed_workers_interval_ms =
        Interval{composed.workers->interval_ns.low / 1e6, composed.workers->interval_ns.high / 1e6};
  }
  if (composed.parallel) model.composed_parallel_ms = composed.parallel->trimmed_mean_ns / 1e6;
}

// The list schedule foretells a model that ran its branches at once, the sum one that did not.
double foretold_ms(const ModelReport& model, bool parallel) {
  return parallel ? *model.composed_workers_ms : *model.composed_sequential_ms;
}

// Of a brick's measurements the one that composing takes for this model: nearest in swept bytes.
std::size_t measurement_of(const SessionResult& session, const RecipeStep& step, const Footprint& footprint) {
  std::size_t best = session.ids.size();
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < session.ids.size(); ++i) {
    if (session.ids[i] != BenchmarkId{step.brick, step.variant}) continue;
    const double ratio = std::log(static_cast<double>(session.bricks[i].swept_bytes + 1) /
                                  static_cast<double>(footprint.swept_bytes() + 1));
    if (std::abs(ratio) >= nearest) continue;
    nearest = std::abs(ratio);
    best = i;
  }
  return best;
}

// Of overlapping sequences only those count that the latency is composed of.
bool counts(const RecipeBook& book, const RecipeStep& step, const ModelReport& model) {
  return !book.options.overlap || std::ranges::count(model.cover, step.units) > 0;
}

void count_bricks(Report& report, const RecipeBook& book, const SessionResult& session) {
  report.bricks = session.bricks;
  for (const ModelReport& model : report.models) {
    const Recipe& recipe = recipe_of(book, model.name);
    for (const RecipeStep& step : recipe.steps) {
      if (!counts(book, step, model)) continue;
      const std::size_t index = measurement_of(session, step, recipe.footprint);
      if (index < report.bricks.size()) ++report.bricks[index].count;
    }
  }
}

// Measured where the model was run whole, else composed.
double latency_ms(const ModelReport& model) {
  return model.measured_ms ? *model.measured_ms : model.composed_sequential_ms.value_or(0);
}

double sample_ns(const BrickReport& brick) {
  double ns = 0;
  for (const Sample& sample : brick.samples) ns += sample.ns;
  return ns;
}

// A benchmark counts once, however many groups measured it, and of the time on bricks so does its share.
void report_speedups(Report& report, const SessionResult& session) {
  double models_ms = 0, bricks_ms = 0, once_ns = 0, all_ns = 0;
  for (const ModelReport& model : report.models) models_ms += latency_ms(model);
  std::set<BenchmarkId> counted;
  for (std::size_t i = 0; i < session.ids.size(); ++i) {
    const double ns = sample_ns(session.bricks[i]);
    all_ns += ns;
    if (!counted.insert(session.ids[i]).second) continue;
    once_ns += ns;
    bricks_ms += session.bricks[i].summary.trimmed_mean / 1e6;
  }
  if (bricks_ms > 0) report.corpus.benchmark_speedup = models_ms / bricks_ms;
  const double brick_seconds = (session.brick_seconds + session.saved_seconds) * once_ns / all_ns;
  if (session.models.empty() || !(brick_seconds > 0)) return;
  report.corpus.wall_speedup = session.model_seconds / brick_seconds;
}

}  // namespace

void report_measured(ModelReport& report, const MeasuredModel& measured) {
  const std::vector<double> times = times_of(measured.series);
  report.measured_ms = trimmed_mean(times) / 1e6;
  report.measured_p50_ms = percentile(times, 50) / 1e6;
  report.measured_p90_ms = percentile(times, 90) / 1e6;
  report.packed_weight_bytes = measured.packed_weight_bytes;
  report.arena_bytes = measured.arena_bytes;
  report.discarded_passes = measured.series.discarded;
  report.disturbed_passes = measured.series.set_aside;
  report.passes = measured.series.samples;
}

SystemResults results_of(const SessionResult& session, const System& system) {
  SystemResults results;
  for (const BrickReport& brick : session.bricks) {
    BrickResult result{brick.text, brick.variant, brick.swept_bytes, system, {}};
    for (const Sample& sample : brick.samples)
      result.samples.push_back({sample.turn, sample.position, sample.start_ns, sample.ns});
    for (const Sample& sample : brick.busy_samples) result.busy_ns.push_back(sample.ns);
    result.tuned = brick.tuned;
    results.add(std::move(result));
  }
  return results;
}

void report_composition(Report& report, const RecipeBook& book, const SystemResults& results,
                        const ComposeOptions& options) {
  for (ModelReport& model : report.models)
    report_model(model, compose(book, recipe_of(book, model.name), results, options));
}

void report_session(Report& report, const RecipeBook& book, const SessionResult& session) {
  count_bricks(report, book, session);
  for (ModelReport& model : report.models)
    for (const MeasuredModel& measured : session.models) {
      if (measured.name != model.name) continue;
      report_measured(model, measured);
      model.error_percent =
          error_percent(foretold_ms(model, report.settings.workers > 0), *model.measured_ms);
    }
  report.rounds = session.rounds;
  report.reference_ns = session.reference_ns;
  report.timer_ns = session.empty_ns;
  if (!report.models.empty()) report_speedups(report, session);
  summarise_errors(report);
}

}  // namespace bricks
