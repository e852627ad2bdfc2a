// One session of a command that measures, on whichever engine.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/progress.hpp"
#include "bench/session/measure_session.hpp"
#include "bench/session/result_store.hpp"
#include "bench/session/surroundings.hpp"

#include <span>
#include <string>

namespace bricks {

// This machine's; what: "measuring".
Surroundings surroundings_of(Progress& progress, const MeasureOptions& measure, SessionPart part = {},
                             const std::string& what = "measuring");

// As the command line has them. store: may be null.
SessionOptions session_options(const Suite& suite, const MeasureOptions& measure, ResultStore* store);

SessionResult measure_once(const Suite& suite, std::span<const BenchmarkId> ids,
                           std::span<const Graph* const> models, const MeasureOptions& measure,
                           const SessionOptions& options, const Surroundings& surroundings);

}  // namespace bricks
