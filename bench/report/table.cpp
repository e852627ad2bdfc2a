#include "bench/report/table.hpp"

#include "bench/report/granularities.hpp"
#include "bench/report/rounds_text.hpp"
#include "bench/report/text.hpp"
#include "bench/report/tuning_report.hpp"

#include <algorithm>
#include <numeric>

namespace bricks {
namespace {

std::string settings_text(const ReportSettings& settings) {
  std::string text = format("G=%d, ", settings.G) + (settings.overlap ? "overlapping, " : "");
  text += settings.execution;
  if (!settings.isa.empty())
    text += (settings.workers > 0
                 ? format(", branches at once on %d workers, ", settings.workers)
                 : format(", %d %s, ", settings.threads, settings.threads == 1 ? "thread" : "threads")) +
            settings.isa;
  if (!settings.backend.empty()) text += ", on " + settings.backend;
  if (settings.batch != 1) text += format(", batch %lld", static_cast<long long>(settings.batch));
  return text;
}

std::string model_answer(const ModelReport& model, bool parallel) {
  std::string text = model.name + ": ";
  const auto& composed = parallel ? model.composed_workers_ms : model.composed_sequential_ms;
  const auto& interval = parallel ? model.composed_workers_interval_ms : model.composed_interval_ms;
  if (composed) text += milliseconds(*composed) + " ms composed";
  if (interval) text += format(" (+-%.1f %%)", interval->half_width_percent(*composed));
  if (model.measured_ms) text += ", " + milliseconds(*model.measured_ms) + " ms measured";
  if (model.error_percent) text += format(", error %+.2f %%", *model.error_percent);
  return text;
}

std::string corpus_answer(const Report& report) {
  const CorpusReport& corpus = report.corpus;
  std::string text = format("%zu models: %zu layers, %zu sequences, %zu unique", report.models.size(),
                            corpus.layers, corpus.sequences, corpus.unique_sequences);
  if (corpus.mean_absolute_error_percent)
    text += format("; mean absolute error %.2f %%, p90 %.2f %%, largest %.2f %%, bias %+.2f %%",
                   *corpus.mean_absolute_error_percent, *corpus.p90_error_percent, *corpus.max_error_percent,
                   *corpus.bias_percent);
  return text;
}

std::string answer(const Report& report) {
  if (report.models.empty())
    return format("%zu bricks measured", report.bricks.size()) + "  [" + settings_text(report.settings) +
           "]\n";
  const bool one = report.models.size() == 1;
  if (one && report.models.front().composed_sequential_ms)
    return model_answer(report.models.front(), report.settings.workers > 0) + "  [" +
           settings_text(report.settings) + "]\n";
  return (one ? report.models.front().name : corpus_answer(report)) + "  [" + settings_text(report.settings) +
         "]\n";
}

std::string cell(const std::optional<double>& ms) { return ms ? milliseconds(*ms) : ""; }

std::string models_table(const Report& report) {
  std::vector<std::vector<std::string>> rows{
      {"<model", "layers", "units", "sequences", "unique", "cover", "MACs", "parameters", "composed ms",
       "parallel ms", "workers ms", "plain sum ms", "measured ms", "error %", "weights", "arena"}};
  for (const ModelReport& model : report.models)
    rows.push_back(
        {model.name, std::to_string(model.layers), std::to_string(model.units),
         std::to_string(model.sequences), std::to_string(model.unique_sequences),
         model.cover.empty() ? "" : std::to_string(model.cover.size()),
         count_text(static_cast<double>(model.macs)), count_text(static_cast<double>(model.parameters)),
         cell(model.composed_sequential_ms), cell(model.composed_parallel_ms),
         cell(model.composed_workers_ms), cell(model.plain_sum_ms), cell(model.measured_ms),
         model.error_percent ? format("%+.2f", *model.error_percent) : "",
         model.packed_weight_bytes ? megabytes(static_cast<double>(*model.packed_weight_bytes)) : "",
         model.arena_bytes ? megabytes(static_cast<double>(*model.arena_bytes)) : ""});
  // A column that no model fills is left out.
  for (std::size_t column = rows[0].size(); column-- > 1;)
    if (std::all_of(rows.begin() + 1, rows.end(), [&](const auto& row) { return row[column].empty(); }))
      for (auto& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
  return columns(rows);
}

std::string bricks_table(const Report& report, std::size_t most) {
  std::vector<const BrickReport*> bricks;
  for (const BrickReport& brick : report.bricks) bricks.push_back(&brick);
  const bool composed = std::any_of(bricks.begin(), bricks.end(), [](auto* b) { return b->count > 0; });
  // Where nothing is composed, each counts once.
  const auto total = [&](const BrickReport& brick) {
    return brick.summary.trimmed_mean * static_cast<double>(composed ? brick.count : 1);
  };
  std::stable_sort(bricks.begin(), bricks.end(), [&](auto* a, auto* b) { return total(*a) > total(*b); });
  const double all =
      std::accumulate(bricks.begin(), bricks.end(), 0.0, [&](double s, auto* b) { return s + total(*b); });
  std::vector<std::vector<std::string>> rows{
      {"share %", "count", "ms each", "GFLOP/s", "<brick", "<input", "<algorithm"}};
  double rest = 0;
  for (std::size_t i = 0; i < bricks.size(); ++i) {
    const BrickReport& brick = *bricks[i];
    if (i >= most) {
      rest += total(brick);
      continue;
    }
    const double gflops = 2 * static_cast<double>(brick.macs) / brick.summary.trimmed_mean;
    rows.push_back({format("%.1f", 100 * total(brick) / all), std::to_string(brick.count),
                    milliseconds(brick.summary.trimmed_mean / 1e6),
                    brick.macs > 0 ? format("%.1f", gflops) : "", brick.operators, brick.input_shape,
                    brick.algorithm});
  }
  std::string text = columns(rows);
  if (rest > 0) text += format("%zu more bricks: %.1f %%\n", bricks.size() - most, 100 * rest / all);
  return text;
}

std::string store_lines(const StoreReport& store) {
  std::string text = format("%zu of %zu bricks new, %.1f s run, %.1f s saved\n", store.new_benchmarks,
                            store.benchmarks, store.run_seconds, store.saved_seconds);
  if (store.stale + store.of_other_systems > 0)
    text += format("stored results passed over: %zu of another engine build, %zu of other systems\n",
                   store.stale, store.of_other_systems);
  return text;
}

std::string corpus_lines(const Report& report) {
  std::string text;
  const CorpusReport& corpus = report.corpus;
  if (corpus.benchmarks > 0) text += format("%zu benchmarks", corpus.benchmarks);
  if (corpus.benchmark_speedup)
    text += format("; benchmarking speed-up %.2fx (model latencies over benchmark latencies)",
                   *corpus.benchmark_speedup);
  if (corpus.wall_speedup) text += format(", wall clock %.2fx", *corpus.wall_speedup);
  if (!text.empty()) text += "\n";
  if (report.tuning) text += tuning_line(*report.tuning) + "\n";
  if (report.store) text += store_lines(*report.store);
  text += rounds_lines(report.rounds);
  for (const std::string& note : report.notes) text += note + "\n";
  return text;
}

}  // namespace

std::string table_text(const Report& report, std::size_t most_bricks) {
  std::string text = answer(report) + "\n";
  if (!report.models.empty()) text += models_table(report);
  if (report.granularities) text += "\n" + granularities_text(*report.granularities);
  if (!report.bricks.empty()) text += "\n" + bricks_table(report, most_bricks);
  const std::string corpus = corpus_lines(report);
  if (!corpus.empty()) text += "\n" + corpus;
  return text + "\n" + report.settings.command + "\n";
}

}  // namespace bricks
