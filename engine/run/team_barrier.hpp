// A barrier for the threads of a team, one pinned to each core. libgomp's makes a system call in every wait,
// for threads that might sleep: 236 ns for a team of one, 370 to 520 for one of two (Zen 4, virtual), where
// this one takes 2 and 200. A model of small units pays that behind every unit.
//
// Dissemination barrier (Hensgen, Finkel, Manber 1988): in round k a worker tells the one 2^k behind it and
// waits for the one 2^k before it; after log2 of all rounds everybody has heard of everybody. A flag is
// written by one worker and read by one, in a cache line of its own, so two workers wait for one line each.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks::parallel {

class TeamBarrier {
 public:
  // By one thread, before `workers` of them wait here for the first time; allocates where there were never so
  // many.
  void reset(int workers);

  // By every worker, with the number of waits that this one has begun, this one counted. What others did
  // before it is seen behind it.
  void wait(int worker, std::uint64_t turn);

 private:
  struct alignas(64) Flag {
    std::atomic<std::uint64_t> turn = 0;
  };

  int workers_ = 0, rounds_ = 0;
  std::vector<Flag> flags_;  // [worker][round]
};

}  // namespace bricks::parallel
