#include "bench/measure/clock.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <unistd.h>

namespace bricks {
namespace {

// Linux, Documentation/scheduler/sched-stats.rst: time on the processor, time waiting for one (both in ns),
// timeslices.
class ThreadStatistics {
 public:
  ~ThreadStatistics() {
    if (file_ >= 0) close(file_);
  }
  ThreadStatistics() = default;
  ThreadStatistics(const ThreadStatistics&) = delete;
  ThreadStatistics& operator=(const ThreadStatistics&) = delete;

  std::int64_t waited_ns() const {
    std::array<char, 64> text = {};
    const ssize_t length = pread(file_, text.data(), text.size(), 0);
    const char* const end = text.data() + std::max<ssize_t>(length, 0);
    const char* const second = std::find<const char*>(text.data(), end, ' ');
    std::int64_t ns = 0;
    if (second != end) std::from_chars(second + 1, end, ns);
    return ns;
  }

 private:
  int file_ = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
};

class MonotonicClock final : public Clock {
 public:
  std::int64_t now_ns() override {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
  }

  std::int64_t waited_ns() override {
    thread_local const ThreadStatistics statistics;
    return statistics.waited_ns();
  }
};

}  // namespace

Clock& monotonic_clock() {
  static MonotonicClock clock;
  return clock;
}

}  // namespace bricks
