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
  const double wider = half_width_percent_(so_far) / limits_.percent;
  if (wider <= 1) return 0;
  needed_ = done * wider * wider;
  const bool out_of_time =
      limits_.max_seconds > 0 && static_cast<double>(so_far.total_ns) >= limits_.max_seconds * 1e9;
  too_noisy_ = out_of_time || done >= limits_.most;
  return too_noisy_ ? 0 : std::min(runs_per_round_, limits_.most - done);
}

double Precision::progress(const Measurements& so_far) const {
  const auto turns = static_cast<double>(so_far.turns);
  if (so_far.turns < limits_.least) return turns / limits_.least;
  const double of_runs = turns / std::clamp<double>(needed_, turns, std::max(so_far.turns, limits_.most));
  const double of_time =
      limits_.max_seconds > 0 ? static_cast<double>(so_far.total_ns) / (limits_.max_seconds * 1e9) : 0;
  return std::min(1.0, std::max(of_runs, of_time));
}

}  // namespace bricks
