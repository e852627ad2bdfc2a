#include "bench/commands/measuring.hpp"

#include "bench/report/build_info.hpp"
#include "engine/formats/safetensors.hpp"

#include <cmath>
#include <cstdio>
#include <set>
#include <unistd.h>

namespace bricks {

EngineOptions engine_options(Execution execution, const MeasureOptions& measure) {
  return {choose_isa(measure.isa_name), execution, measure.threads, measure.seed};
}

EngineOptions engine_options(const Suite& suite, const MeasureOptions& measure) {
  EngineOptions engine = engine_options(suite.options.execution, measure);
  engine.tuning = suite.tuning;
  return engine;
}

WeightsOf weights_source(const MeasureOptions& measure) {
  return [&measure](const Graph&) {
    return measure.weights ? safetensors_weights(*measure.weights) : synthetic_weights(measure.seed);
  };
}

System system_of(const Report& report) {
  const ReportSettings& settings = report.settings;
  const std::string engine = settings.backend.empty() ? build_line() : settings.backend;
  return {report.host.cpu_model, settings.isa,   settings.execution, engine,
          settings.threads,      settings.cache, settings.workers};
}

std::unique_ptr<ResultStore> open_store(const MeasureOptions& measure, const Report& report) {
  return measure.results ? std::make_unique<ResultStore>(*measure.results, system_of(report)) : nullptr;
}

StoreReport store_report(const ResultStore& store, const SessionResult& session) {
  const std::size_t all = std::set(session.ids.begin(), session.ids.end()).size();
  return {all,           session.fresh.size(),    session.brick_seconds, session.saved_seconds,
          store.stale(), store.of_other_systems()};
}

ExitStatus end_interrupted(Progress& progress, const std::string& resuming_line) {
  progress.end();
  if (resuming_line.empty())
    std::fprintf(stderr,
                 "bricks-bench: interrupted; with --results FILE the bricks measured would have been kept\n");
  else
    std::fprintf(stderr, "bricks-bench: interrupted; this line resumes: %s\n", resuming_line.c_str());
  return interrupted;
}

bool within_error(const Report& report, const ValidateOptions& options) {
  if (!options.max_error_percent) return true;
  bool within_bound = true;
  for (const ModelReport& model : report.models) {
    if (!model.error_percent || std::abs(*model.error_percent) <= *options.max_error_percent) continue;
    within_bound = false;
    std::fprintf(stderr, "bricks-bench: %s: error %+.2f %%, expected at most %g %%\n", model.name.c_str(),
                 *model.error_percent, *options.max_error_percent);
  }
  return within_bound;
}

Progress terminal_progress() { return Progress(monotonic_clock(), isatty(STDERR_FILENO) != 0); }

}  // namespace bricks
