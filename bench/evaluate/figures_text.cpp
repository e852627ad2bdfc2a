#include "bench/evaluate/figures.hpp"
#include "bench/report/text.hpp"

namespace bricks {
namespace {

std::vector<std::string> row_of(const std::string& system, const EvaluatedRun& run,
                                const GranularitySummary& summary) {
  std::vector<std::string> row = {system, run.system.execution, run.system.cache,
                                  format("%d", static_cast<int>(summary.G)), std::to_string(summary.models)};
  if (summary.errors)
    for (const std::string& cell :
         {format("%.2f", summary.errors->mean_absolute_percent),
          format("%.2f", summary.errors->p90_absolute_percent),
          format("%.2f", summary.errors->max_absolute_percent), format("%+.2f", summary.errors->bias_percent),
          format("%.0f", 100 * summary.errors->within_5_percent),
          format("%.0f", 100 * summary.errors->within_10_percent),
          format("%.4f", summary.errors->geometric_mean_ratio)})
      row.push_back(cell);
  else
    row.resize(row.size() + 7);
  row.push_back(summary.plain_errors ? format("%.2f", summary.plain_errors->mean_absolute_percent) : "");
  row.push_back(std::to_string(summary.unique_sequences));
  row.push_back(std::to_string(summary.benchmarks));
  row.push_back(format("%.2fx", summary.benchmark_speedup));
  row.push_back(summary.wall_speedup ? format("%.1fx", *summary.wall_speedup) : "");
  return row;
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation) {
  std::vector<std::vector<std::string>> rows{
      {"<system", "<execution", "<cache", "G", "models", "error %", "p90 %", "max %", "bias %", "in 5 %",
       "in 10 %", "geo mean", "plain sum %", "unique", "benchmarks", "speed-up", "wall clock"}};
  for (const EvaluatedSystem& system : evaluation.systems)
    for (const EvaluatedRun& run : system.runs)
      for (const GranularitySummary& summary : run.summaries)
        rows.push_back(row_of(system.name, run, summary));
  std::string text = columns(rows);
  if (evaluation.ablation.empty()) return text;
  rows.resize(1);
  for (const AblationRun& ablation : evaluation.ablation)
    for (const GranularitySummary& summary : ablation.run.summaries)
      rows.push_back(row_of(ablation.system, ablation.run, summary));
  return text + "\nWhat a brick finds in the caches, each choice in a session of its own:\n" + columns(rows);
}

}  // namespace bricks
