// What the harness can time. It knows nothing of graphs, sessions or other engines: these two interfaces are
// all it sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

// What the watch (disturbance.hpp) took at the looks in front of a run and behind it, longer where a worker
// was kept from its core meanwhile (absence.hpp); 0: nobody watched, or not told.
struct LookPair {
  double before_ns = 0, after_ns = 0;
  double longest() const { return before_ns > after_ns ? before_ns : after_ns; }
  double shortest() const { return before_ns > after_ns ? after_ns : before_ns; }
};

// One part of a timed run.
struct PartTiming {
  double ns = 0;
  double watch_ns = 0;       // as Timing::watch_ns, of this part alone
  bool interrupted = false;  // told from its like (interruption.hpp)
  LookPair looks = {};       // as Timing::looks
};

// One timed run.
struct Timing {
  std::int64_t start_ns = 0;  // on the harness's clock
  double ns = 0;
  double watch_ns = 0;  // of the watch beside it, before or after, whichever took longer; 0: nobody watched
  std::vector<PartTiming> parts = {};  // where it was watched in between, too: ns is their sum
  LookPair looks = {};  // of which watch_ns is the longer one; of what has no parts, in a team that looks
};

// Runs by itself and says how long each run took: a whole model, another engine.
class Subject {
 public:
  virtual ~Subject() = default;
  // Runs `count` times in a row.
  virtual std::vector<Timing> run(int count) = 0;
};

// Runs inside a team of threads that is already open, so that it pays what a part of a larger run pays: a
// brick.
class TeamRunnable {
 public:
  virtual ~TeamRunnable() = default;
  // Before every run, by one worker while the others wait; not timed.
  virtual void prepare() {}
  // By every worker before every run, in the team; not timed. A barrier follows.
  virtual void restore(int /*worker*/, int /*workers*/) {}
  // One execution, by every worker; ends with a barrier. This is what is timed, on worker 0.
  virtual void run(int worker, int workers) = 0;
  // A long run in parts, so that somebody can look at the machine in between: run() is all of them in turn.
  virtual std::size_t parts() const { return 1; }
  virtual void run_part(std::size_t /*part*/, int worker, int workers) { run(worker, workers); }
};

}  // namespace bricks
