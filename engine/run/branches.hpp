// Data-independent branches at once: every unit runs on one thread, as soon as its inputs are there and a
// worker is free; of several ready units the one that stands first in the plan goes first, so that a list
// schedule over the units' latencies foretells the run. This file's .cpp alone knows TBB.
#pragma once

#include "engine/run/session.hpp"

#include <functional>
#include <memory>

namespace bricks {

class BranchExecutor {
 public:
  // May these two units of the plan run at the same time? Empty: always.
  using MayOverlap = std::function<bool(std::size_t unit, std::size_t other)>;

  // session must outlive the executor, and its plan must have been made with branches = true. Throws Error
  // otherwise.
  BranchExecutor(Session& session, int workers, MayOverlap may_overlap = {});
  ~BranchExecutor();

  // One execution; outputs are those of Session::run bit for bit. The OpenMP team must be asleep
  // (parallel::sleep_team), else it spins on the cores that TBB's threads need. Appends every unit that has a
  // kernel to log where there is one.
  void run(std::vector<UnitRun>* log = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bricks
