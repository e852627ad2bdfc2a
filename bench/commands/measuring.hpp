// What the commands that measure have in common.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/progress.hpp"
#include "bench/report/report.hpp"
#include "bench/session/measure_session.hpp"
#include "compose/results/result.hpp"

#include <string>

namespace bricks {

EngineOptions engine_options(Execution execution, const MeasureOptions& measure);

// Synthetic ones, or those of the file that was given.
WeightsOf weights_source(const MeasureOptions& measure);

// What the report's results belong to.
System system_of(const Report& report);

// A session with as many runs as were asked for, on this machine's clock, with progress. models: those run
// whole.
SessionResult run_session(const Suite& suite, const std::vector<const Graph*>& models,
                          const MeasureOptions& measure, Progress& progress);

// On standard error where that is a terminal.
Progress terminal_progress();

}  // namespace bricks
