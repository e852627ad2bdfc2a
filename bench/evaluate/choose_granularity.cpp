#include "bench/evaluate/choose_granularity.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cmath>

namespace bricks {
namespace {

GranularityReport report_of(const GranularitySummary& summary) {
  GranularityReport report;
  report.G = static_cast<int>(summary.G);
  report.errors = *summary.errors;
  report.bricks = summary.unique_sequences;
  report.benchmarks = summary.benchmarks;
  report.benchmarks_ms = summary.benchmarks_ms;
  report.measuring_seconds = summary.brick_seconds;
  report.benchmark_speedup = summary.benchmark_speedup;
  return report;
}

// What the mean error of the models at one G is uncertain by, in percentage points.
double uncertainty(const EvaluatedRun& run, int G) {
  double sum = 0, models = 0;
  for (const EvaluatedModel& model : run.models)
    for (const ComposedAt& at : model.at) {
      if (at.G != G || !at.error_percent) continue;
      sum += Interval{at.low_ms, at.high_ms}.half_width_percent(at.composed_ms);
      ++models;
    }
  return sum / models / std::sqrt(models);
}

}  // namespace

GranularityChoice choose_granularity(const EvaluatedRun& run) {
  GranularityChoice choice;
  for (const GranularitySummary& summary : run.summaries)
    if (summary.errors) choice.each.push_back(report_of(summary));
  if (choice.each.empty()) throw Error("no granularity has errors, expected models that were run whole");
  const auto error = [](const GranularityReport& each) { return each.errors.mean_absolute_percent; };
  const GranularityReport& best = *std::ranges::min_element(choice.each, {}, error);
  choice.most_accurate = best.G;
  choice.tolerance_points = std::max(least_tolerance_points, uncertainty(run, best.G));
  const GranularityReport* chosen = &best;
  for (const GranularityReport& each : choice.each) {
    if (error(each) > error(best) + choice.tolerance_points) continue;
    const auto cost = [](const GranularityReport& of) { return std::pair(of.benchmarks_ms, of.G); };
    if (cost(each) < cost(*chosen)) chosen = &each;
  }
  choice.chosen = chosen->G;
  return choice;
}

}  // namespace bricks
