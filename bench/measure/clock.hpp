// Where times come from; a fake one makes the timing logic testable with exact numbers.
#pragma once

#include <cstdint>

namespace bricks {

class Clock {
 public:
  virtual ~Clock() = default;
  // Nanoseconds since some fixed moment; never goes back.
  virtual std::int64_t now_ns() = 0;
};

// Computes nothing until then.
inline void wait_until(Clock& clock, std::int64_t ns) {
  while (clock.now_ns() < ns) {
  }
}

// The system's monotonic clock; reading it costs about 20 ns.
Clock& monotonic_clock();

}  // namespace bricks
