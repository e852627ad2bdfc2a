// A measuring session as a trace: rounds, the turns and visits in them, brick runs and model passes; and
// single passes unit by unit. Made of what a session keeps anyway, so measuring does not notice.
#pragma once

#include "bench/session/measure_session.hpp"
#include "bench/session/whole_model.hpp"
#include "bench/trace/trace.hpp"

#include <string>

namespace bricks {

// As a process of its own. Bricks that ran beside each other are spread over threads; what was restored,
// discarded, set aside or not timed shows as a gap.
void trace_session(Trace& trace, const SessionResult& session);

// Runs a pass to settle and one to be shown, a process of its own with a thread for every worker.
void trace_model(Trace& trace, const std::string& name, WholeModel& model);

}  // namespace bricks
