#include "bench/measure/stopping.hpp"

#include <algorithm>

namespace bricks {

namespace {

constexpr int most_runs_factor = 5;

// Runs of what has least that were not disturbed, or all runs where so few are that they never will be
// enough.
double undisturbed(const Measurements& so_far) {
  const bool hopeless = so_far.undisturbed_share * most_runs_factor < 1;
  return hopeless ? so_far.turns : so_far.turns * so_far.least_undisturbed_share;
}

}  // namespace

int FixedRuns::next_runs(const Measurements& so_far) {
  if (so_far.turns < runs_) return std::min(runs_ - so_far.turns, runs_per_round_);
  if (undisturbed(so_far) > runs_ - 0.5) return 0;
  return std::clamp(most_runs_factor * runs_ - so_far.turns, 0, runs_per_round_);
}

double FixedRuns::progress(const Measurements& so_far) const {
  if (so_far.turns >= most_runs_factor * runs_) return 1;
  return std::min(1.0, undisturbed(so_far) / static_cast<double>(runs_));
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
