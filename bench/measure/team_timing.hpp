// Timing inside one open team of threads.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/subject.hpp"

#include <span>
#include <vector>

namespace bricks {

// Opens a team of `threads` workers and runs every runnable once, in the order given; worker 0 reads the
// clock between the barriers around each run. Returns one timing for each, in the same order.
std::vector<Timing> run_in_team(Clock& clock, int threads, std::span<TeamRunnable* const> order);

// A runnable on its own, in a team that stays open for all the runs of one call.
class TeamSubject final : public Subject {
 public:
  TeamSubject(Clock& clock, int threads, TeamRunnable& runnable)
      : clock_(clock), threads_(threads), runnable_(runnable) {}
  std::vector<Timing> run(int count) override;

 private:
  Clock& clock_;
  int threads_;
  TeamRunnable& runnable_;
};

}  // namespace bricks
