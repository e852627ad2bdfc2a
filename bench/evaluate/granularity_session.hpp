// A session over the bricks of several granularities, without a detour through documents.
#pragma once

#include "bench/evaluate/granularities.hpp"
#include "bench/evaluate/stored_runs.hpp"
#include "bench/session/measure_session.hpp"

namespace bricks {

// As read_runs gives it of the session's document. Time that known results took counts as the session's.
StoredRun stored_run(const SessionResult& session, const System& system);

// As if one granularity's bricks alone had been measured: ids are its suite's, and of the time on bricks it
// has the share of its samples.
SessionResult part_of(const SessionResult& session, const Granularity& granularity);

}  // namespace bricks
