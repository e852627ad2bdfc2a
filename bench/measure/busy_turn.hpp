// Bricks on one thread each, with the other workers busy on bricks of the same turn: what a unit meets that
// runs beside others.
#pragma once

#include "bench/measure/turn.hpp"

#include <vector>

namespace bricks {

class BusyTurn final : public Turn {
 public:
  // bricks[w][i] is entry i as worker w runs it; two workers may run the same entry at once, so they must not
  // share what they write to.
  BusyTurn(Clock& clock, std::vector<std::vector<TeamRunnable*>> bricks)
      : clock_(clock), bricks_(std::move(bricks)) {}
  std::size_t size() const override { return bricks_.front().size(); }
  // Every worker takes the next entry of the order as soon as it is free, restores its state and times it.
  // Once none is left it goes round again, untimed, until the last timed one has ended.
  std::vector<Timing> run(std::span<const std::size_t> order) override;

 private:
  Clock& clock_;
  std::vector<std::vector<TeamRunnable*>> bricks_;
};

}  // namespace bricks
