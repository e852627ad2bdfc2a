#include "bench/backends/backend_subject.hpp"

#include "engine/error.hpp"

namespace bricks::bench {

std::vector<Timing> BackendSubject::run(int count) {
  std::vector<Timing> timings(static_cast<std::size_t>(count));
  if (!failure_.empty()) return timings;
  const int ahead = lead_in_ ? 1 : 0;
  std::int64_t start = clock_->now_ns();
  try {
    const std::vector<double> times = engine_->run(handle_, count + ahead, seed_);
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (i >= static_cast<std::size_t>(ahead))
        timings[i - static_cast<std::size_t>(ahead)] = {start, times[i]};
      start += static_cast<std::int64_t>(times[i]);
    }
  } catch (const Error& error) {
    failure_ = error.what();
  }
  return timings;
}

}  // namespace bricks::bench
