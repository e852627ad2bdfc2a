// Where times come from; a fake one makes the timing logic testable with exact numbers.
#pragma once

#include <cstdint>

namespace bricks {

class Clock {
 public:
  virtual ~Clock() = default;
  // Nanoseconds since some fixed moment; never goes back.
  virtual std::int64_t now_ns() = 0;
  // Nanoseconds that the calling thread had no core though it was ready to run, since it began. Here: none is
  // known.
  virtual std::int64_t waited_ns() { return 0; }
};

// Computes nothing until then.
inline void wait_until(Clock& clock, std::int64_t ns) {
  while (clock.now_ns() < ns) {
  }
}

// The system's monotonic clock; reading it costs about 20 ns, what a thread waited about 1 us (0 where the
// system does not tell).
Clock& monotonic_clock();

}  // namespace bricks
