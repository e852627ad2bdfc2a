// Cores that work as hard as a model makes them while nothing is timed.
//
// A core's clock is part of the state in which a brick is to be found, and it depends on how much power the
// core took in the last milliseconds. On Zen 5 (two cores of a virtual machine, in minutes in which power is
// short) the watch takes 28.5 us beside models and beside a matrix product in the caches, 26.6 beside waits.
// Waits of 20 us in 270 of the product leave it at 28.1, of 60 in 310 at 27.4, and of 120 in 370 at 26.7: the
// clock is low only while nearly all the time is work, and a brick's caches take a third of a turn to bring
// into state. A millisecond of products in front of that left bricks 2 % ahead of their models, half a
// millisecond behind it 3 %. Hence what goes over memory for that state multiplies meanwhile, which takes no
// longer: beside models the watch took 0 to 7 % longer than beside bricks (eight sessions of four models,
// mean 1.8), with multiply-adds between loads 0.5 % on average. Multiply-adds in registers alone take too
// little power; so do those whose values hardly change, or many short calls (27.0 us at 0.1 us a call).
#pragma once

#include "bench/measure/clock.hpp"
#include "kernels/peak/peak.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bricks {

class Exertion {
 public:
  Exertion(Isa isa, int workers);
  // One worker waits until then, half a microsecond at a time.
  void until(Clock& clock, std::int64_t ns, int worker);

  // One worker goes over memory: a byte of every cache line is written, or read, so that what other caches
  // hold stays there; or all bytes, with floats of order one from a table that stays in L1.
  void touch(std::span<std::byte> bytes, int worker);
  void touch_to_read(std::span<const std::byte> bytes, int worker);
  static constexpr std::size_t table_bytes = kernels::exertion_floats * sizeof(float);
  void fill(std::span<std::byte> floats, int worker);

  // All of them, as a team, before a block of runs, which then begins with the clock that goes on.
  static constexpr std::int64_t default_warm_up_ns = 30'000'000;
  void warm_up();

 private:
  static constexpr std::ptrdiff_t steps_at_a_time = 128;
  struct alignas(64) Sink {
    volatile float value = 0;
  };
  volatile float& sink(int worker) { return sinks_[static_cast<std::size_t>(worker)].value; }

  const kernels::PeakKernels& kernels_;
  std::vector<Sink> sinks_;  // of each worker
};

// How long warm_up takes in this program.
void set_warm_up_ns(std::int64_t ns);

}  // namespace bricks
