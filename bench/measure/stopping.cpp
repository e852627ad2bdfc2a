#include "bench/measure/stopping.hpp"

#include <algorithm>

namespace bricks {

int FixedRuns::next_runs(const Measurements& so_far) {
  return std::clamp(runs_ - so_far.turns, 0, runs_per_round_);
}

double FixedRuns::progress(const Measurements& so_far) const {
  return static_cast<double>(so_far.turns) / static_cast<double>(runs_);
}

int Precision::next_runs(const Measurements& so_far) {
  const int done = so_far.turns;
  if (done < limits_.least) return std::min(runs_per_round_, limits_.least - done);
  if (half_width_percent_(so_far) <= limits_.percent) return 0;
  const bool out_of_time =
      limits_.max_seconds > 0 && static_cast<double>(so_far.total_ns) >= limits_.max_seconds * 1e9;
  too_noisy_ = out_of_time || done >= limits_.most;
  return too_noisy_ ? 0 : std::min(runs_per_round_, limits_.most - done);
}

double Precision::progress(const Measurements& so_far) const {
  return std::min(1.0, static_cast<double>(so_far.turns) / static_cast<double>(limits_.least));
}

}  // namespace bricks
