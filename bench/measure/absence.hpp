// How long workers of a team were kept from their cores by other programs of this machine.
//
// The watch (disturbance.hpp) does not see a program that takes turns with a worker on one core: its 0.04 ms
// fit into the worker's turn, of some milliseconds. A run as long as several turns then takes twice its time
// beside a watch as usual: 18 runs of vdsr's bricks 75 ms for 38.6, beside 41.7 us for 41.7, while somebody
// searched a disk. But the system knows how long each worker waited for its core.
#pragma once

#include "bench/measure/clock.hpp"

#include <atomic>
#include <cstddef>
#include <vector>

namespace bricks {

class Absence {
 public:
  Absence(Clock& clock, std::size_t workers) : clock_(clock), workers_(workers) {}

  // By every worker, at every look at the machine.
  void note(int worker);

  // By worker 0, behind a barrier that follows all notes: how many times longer the worker that was kept most
  // took from the note before to this one than without waiting. 1 at the first.
  double prolongation() const;

 private:
  // On its own cache line, as every worker writes one.
  struct alignas(64) Worker {
    std::int64_t noted_ns = 0, waited_ns = 0;
    std::atomic<double> prolongation = 1;
  };

  Clock& clock_;
  std::vector<Worker> workers_;
};

}  // namespace bricks
