#include "bench/measure/clock.hpp"

#include <chrono>

namespace bricks {
namespace {

class MonotonicClock final : public Clock {
 public:
  std::int64_t now_ns() override {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
  }
};

}  // namespace

Clock& monotonic_clock() {
  static MonotonicClock clock;
  return clock;
}

}  // namespace bricks
