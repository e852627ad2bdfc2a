// Cores that work as hard as a model makes them while nothing is timed.
//
// A core's clock is part of the state in which a brick is to be found, and it depends on how much power the
// core took in the last tens of milliseconds. On Zen 5 (two cores of a virtual machine) a loop of
// multiply-adds begins at 2.89 us a step after 5 ms of idling and takes 3.04 from 25 ms on. A brick behind a
// wait runs on the faster clock, a model never does: beside models the watch took 0.5 to 4 % longer than
// beside bricks, and bricks were as much too fast. With multiply-adds in registers while they wait the watch
// still took 2.0 % longer (eight models, two sessions of each in turns), with reading from the second level
// beside them 0.3 %.
#pragma once

#include "bench/measure/clock.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

class Exertion {
 public:
  Exertion(Isa isa, int workers);
  // One worker waits until then, 0.05 us at a time.
  void until(Clock& clock, std::int64_t ns, int worker);

  // All of them, as a team, before a block of runs, which then begins with the clock that goes on.
  static constexpr std::int64_t warm_up_ns = 30'000'000;
  void warm_up();

 private:
  // Each a worker's own; beyond every first level but the largest, and a small part of the second.
  static constexpr std::size_t floats = 32 * 1024, floats_at_a_time = 1024;
  struct alignas(64) Worker {
    float values[floats];
    std::size_t at = 0;
    volatile float sink = 0;
  };
  float (*exert_)(const float* x, std::ptrdiff_t size);
  std::vector<Worker> workers_;
};

}  // namespace bricks
