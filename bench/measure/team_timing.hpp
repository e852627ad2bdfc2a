// Timing inside one open team of threads.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/subject.hpp"

#include <span>
#include <vector>

namespace bricks {

// Between runs that are so far apart the watch runs.
inline constexpr std::int64_t watch_interval_ns = 1'000'000;
// Between the parts of one run: rarer, as a look makes what comes next wait at a barrier.
inline constexpr std::int64_t part_interval_ns = 2'000'000;

// Opens a team of `threads` workers and runs every runnable once, in the order given; worker 0 reads the
// clock between the barriers around each run. Returns one timing for each, in the same order. watch: short
// work whose time tells whether others used the machine (disturbance.hpp); null: nobody watches.
std::vector<Timing> run_in_team(Clock& clock, int threads, std::span<TeamRunnable* const> order,
                                TeamRunnable* watch = nullptr);

// A runnable on its own, in a team that stays open for all the runs of one call.
class TeamSubject final : public Subject {
 public:
  TeamSubject(Clock& clock, int threads, TeamRunnable& runnable, TeamRunnable* watch = nullptr)
      : clock_(clock), threads_(threads), runnable_(runnable), watch_(watch) {}
  std::vector<Timing> run(int count) override;

 private:
  Clock& clock_;
  int threads_;
  TeamRunnable& runnable_;
  TeamRunnable* watch_;
};

}  // namespace bricks
