// `--backend NAME` of the commands that measure: the same as for our engine, on another one.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/report.hpp"
#include "bench/session/measure_session.hpp"

#include <span>
#include <string>

namespace bricks {

// Throws Error for options that are for our engine alone; does nothing without a backend.
void check_backend(const MeasureOptions& measure);

// "onnxruntime 1.30.0", what results belong to: the engine is started and asked; "" without a backend. Throws
// Error where it cannot be started.
std::string backend_with_version(const MeasureOptions& measure, Execution execution);

// As measure_session().
SessionResult measure_on_backend(const Suite& suite, std::span<const BenchmarkId> ids,
                                 std::span<const Graph* const> models, const MeasureOptions& measure,
                                 const SessionOptions& options, const Surroundings& surroundings);

// The engine, the cost of its call and how far its outputs are from ours; nothing without a backend.
void note_backend(Report& report, const SessionResult& session);

// The outputs of all bricks that were measured are those of our engine, within tolerance.
bool outputs_agree(const SessionResult& session);

}  // namespace bricks
