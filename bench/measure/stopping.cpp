#include "bench/measure/stopping.hpp"

#include <algorithm>

namespace bricks {
namespace {

// Share of `runs` that is done in undisturbed runs, or in any runs where none is ever set aside.
double done_share(const Measurements& so_far, int runs) {
  const double turns = so_far.turns;
  if (so_far.too_long) return std::min(1.0, turns / runs);
  const double of_all = turns * so_far.undisturbed_share / runs;
  const double of_each = turns * so_far.least_undisturbed_share / std::min(runs, least_undisturbed_runs);
  return std::min({1.0, of_all, of_each});
}

}  // namespace

int FixedRuns::next_runs(const Measurements& so_far) {
  if (so_far.turns < runs_) return std::min(runs_ - so_far.turns, runs_per_round_);
  if (done_share(so_far, runs_) > 1 - 1e-9) return 0;  // of shares, so rounded
  return std::clamp(most_runs(so_far) - so_far.turns, 0, runs_per_round_);
}

double FixedRuns::progress(const Measurements& so_far) const {
  return std::max(done_share(so_far, runs_),
                  std::min(1.0, static_cast<double>(so_far.turns) / most_runs(so_far)));
}

int FixedRuns::most_runs(const Measurements& so_far) const {
  const bool waits =
      disturbed_ == Disturbed::least_count || so_far.undisturbed_share >= least_undisturbed_share(disturbed_);
  return runs_ * (waits ? most_runs_for_undisturbed : most_runs_while_disturbed);
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
