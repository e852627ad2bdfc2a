// Fixed work that tells whether others use the machine (disturbance.hpp).
#pragma once

#include "bench/measure/reference_brick.hpp"

namespace bricks {

// About 0.04 ms, none of which a cache or a model can slow down.
// - Multiply-adds in registers see a lowered clock, and whoever multiplies on the sibling hardware threads.
// - Additions of integers see anybody there, as both threads share what a core issues. On a virtual machine
//   (Zen 4) they take 16.5 us alone and 19 to 31 beside a neighbour, multiply-adds 2 % longer; a Winograd
//   unit takes 1.89 and 2.17 ms.
// - Barriers see where a virtual machine's cores are: one of two threads takes 0.24 us while both share a
//   cache, 0.5 us in the seconds that they do not. What one core has written then costs the other five times
//   as much to read.
class WatchBrick final : public TeamRunnable {
 public:
  WatchBrick(Isa isa, int threads);
  void run(int worker, int workers) override;

 private:
  ReferenceBrick multiply_adds_;
};

}  // namespace bricks
