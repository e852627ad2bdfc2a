// Data-independent branches at once: every unit runs on one thread, as soon as its inputs are there and a
// worker is free; of several ready units the one that stands first in the plan goes first, so that a list
// schedule over the units' latencies foretells the run. This file's .cpp alone knows TBB.
#pragma once

#include "engine/run/session.hpp"

#include <memory>

namespace bricks {

class BranchExecutor {
 public:
  // session must outlive the executor, and its plan must have been made with reuse_memory = false: places
  // that are taken again would add an order that the graph does not have. Throws Error otherwise.
  BranchExecutor(Session& session, int workers);
  ~BranchExecutor();

  // One execution; outputs are those of Session::run bit for bit. The OpenMP team must be asleep
  // (parallel::sleep_team), else it spins on the cores that TBB's threads need.
  void run();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bricks
