#include "bench/commands/measuring.hpp"

#include "bench/report/build_info.hpp"
#include "engine/formats/safetensors.hpp"

#include <unistd.h>

namespace bricks {
namespace {

// So many that a model's settling passes are few beside them, so few that rounds stay short against the
// machine's drift.
constexpr int runs_per_round = 5;

}  // namespace

EngineOptions engine_options(Execution execution, const MeasureOptions& measure) {
  return {choose_isa(measure.isa_name), execution, measure.threads, measure.seed};
}

WeightsOf weights_source(const MeasureOptions& measure) {
  return [&measure](const Graph&) {
    return measure.weights ? safetensors_weights(*measure.weights) : synthetic_weights(measure.seed);
  };
}

System system_of(const Report& report) {
  return {report.host.cpu_model, report.settings.isa, report.settings.execution, build_line(),
          report.settings.threads};
}

SessionResult run_session(const Suite& suite, const std::vector<const Graph*>& models,
                          const MeasureOptions& measure, Progress& progress) {
  Surroundings surroundings;
  surroundings.clock = &monotonic_clock();
  surroundings.steal_ticks = [] { return steal_ticks(); };
  surroundings.progress = [&](double done) {
    if (done == 0) progress.begin("measuring");
    progress.at(done);
  };
  FixedRuns stopping(measure.runs, runs_per_round);
  progress.begin("preparing");
  return measure_session(suite, all_benchmarks(suite), models, weights_source(measure),
                         {engine_options(suite.options.execution, measure), measure.cache, measure.seed},
                         stopping, surroundings);
}

Progress terminal_progress() { return Progress(monotonic_clock(), isatty(STDERR_FILENO) != 0); }

}  // namespace bricks
