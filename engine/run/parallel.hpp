// Threads, their cores and their floating-point mode. This file's .cpp alone knows OpenMP.
#pragma once

#include <functional>

namespace bricks::parallel {

// Physical cores that this process may run on, at least 1.
int physical_cores();

// Calls body(worker, workers) on `threads` threads at once, each pinned to a core of its own where there are
// enough, denormals flushed to zero in all of them; returns when all have returned. An exception must not
// leave body.
void team(int threads, const std::function<void(int worker, int workers)>& body);

// Waits for all workers of the team that this thread belongs to; costs what a cache line takes from core to
// core (team_barrier.hpp). Outside a team, and in alone(): does nothing.
void barrier();

// Work that one worker of an open team does by itself while the others do something else: until body returns,
// barrier() on this thread waits for nobody. An exception must not leave body.
void alone(const std::function<void()>& body);

// Ends the spinning of idle team threads until the next team; about a millisecond to wake them again.
void sleep_team();

// Calls body as team() would: on that worker's core (where there are cores enough), denormals flushed; for
// threads of another pool. The thread is as before when body returns or throws.
void settled(int worker, int workers, const std::function<void()>& body);

}  // namespace bricks::parallel
