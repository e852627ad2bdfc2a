// Threads. This file and its .cpp alone know OpenMP.
#pragma once

#include <functional>

namespace bricks::parallel {

// Physical cores that this process may run on, at least 1.
int physical_cores();

// Calls body(worker, workers) on `threads` threads at once, each pinned to a core of its own where there are
// enough, denormals flushed to zero in all of them; returns when all have returned. An exception must not
// leave body.
void team(int threads, const std::function<void(int worker, int workers)>& body);

// Waits for all workers of the team that this thread belongs to; costs about 0.3 us. Outside a team: does
// nothing.
void barrier();

}  // namespace bricks::parallel
