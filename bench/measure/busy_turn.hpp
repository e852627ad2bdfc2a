// Bricks on one thread each, with the other workers busy on bricks of the same turn: what a unit meets that
// runs beside others.
#pragma once

#include "bench/measure/turn.hpp"

#include <vector>

namespace bricks {

// Between so much of a busy turn all workers stop and the watch runs: rarer than between runs of a team, as
// some bricks run untimed until all have stopped.
inline constexpr std::int64_t busy_interval_ns = 5'000'000;

class BusyTurn final : public Turn {
 public:
  // bricks[w][i] is entry i as worker w runs it; two workers may run the same entry at once, so they must not
  // share what they write to. watch: as for run_in_team.
  BusyTurn(Clock& clock, std::vector<std::vector<TeamRunnable*>> bricks, TeamRunnable* watch = nullptr)
      : clock_(clock), bricks_(std::move(bricks)), watch_(watch) {}
  std::size_t size() const override { return bricks_.front().size(); }
  // Every worker takes the next entry of the order as soon as it is free, restores its state and times it.
  // Once none is left, or it is time to look at the machine, it goes on, untimed, until the last timed one
  // has ended.
  std::vector<Timing> run(std::span<const std::size_t> order) override;

 private:
  Clock& clock_;
  std::vector<std::vector<TeamRunnable*>> bricks_;
  TeamRunnable* watch_;
};

}  // namespace bricks
