// Looks at the machine by an open team: what the watch takes (disturbance.hpp), and whether workers were kept
// from their cores since the look before (absence.hpp).
#pragma once

#include "bench/measure/absence.hpp"
#include "bench/measure/subject.hpp"

#include <cstddef>
#include <cstdint>

namespace bricks {

// What the watch takes now, by every worker of an open team; only worker 0 is told. It runs so many times in
// a row and the median counts, as a tick of the system's own clock prolongs one of them and a neighbour need
// not be there all the time.
inline constexpr int watch_runs = 3;
double watched_ns(Clock& clock, TeamRunnable& watch, int worker, int workers);
// The same of a team of so many threads that is opened for it.
double watched_ns(Clock& clock, TeamRunnable& watch, int threads);

class Looks {
 public:
  // watch: null where nobody watches.
  Looks(Clock& clock, TeamRunnable* watch, std::size_t workers)
      : clock_(clock), watch_(watch), absence_(clock, workers) {}

  bool watches() const { return watch_ != nullptr; }

  // Whether somebody watches and the last look was so long ago. By worker 0, or by any between two looks.
  bool is_due(std::int64_t interval_ns) const {
    return watches() && clock_.now_ns() - looked_ns_ >= interval_ns;
  }

  // By every worker. Worker 0 is told the watch's times then and now, around what ran since the look before.
  LookPair look(int worker, int workers);

 private:
  Clock& clock_;
  TeamRunnable* watch_;
  Absence absence_;
  // Worker 0's.
  double last_watch_ns_ = 0;
  std::int64_t looked_ns_ = 0;
};

}  // namespace bricks
