// When to stop measuring. A rule is asked before every round.
#pragma once

#include "bench/measure/disturbance.hpp"

#include <functional>

namespace bricks {

class StoppingRule {
 public:
  virtual ~StoppingRule() = default;
  // Timed runs of every brick and model in the next round; 0 when the session is over.
  virtual int next_runs(const Measurements& so_far) = 0;
  // Share of the session that is done, 0 to 1, as far as it can be told.
  virtual double progress(const Measurements& so_far) const = 0;
  // True when the session ended without reaching what was asked for.
  virtual bool too_noisy() const { return false; }
};

// Undisturbed runs that everything needs for the disturbed ones to be set aside.
inline constexpr int least_undisturbed_runs = 6;

// A fixed number of undisturbed runs, of every model and of all bricks on average (at least six of each),
// spread over rounds, but no more than five times as many in all, or twice where most are disturbed and will
// be adjusted; of any runs where none is ever set aside. It goes on however few of the first were
// undisturbed: a machine is busy for seconds at a time, and what is measured within them is then compared
// with what was not (open_nsfw, 8 runs: -27 %).
class FixedRuns final : public StoppingRule {
 public:
  FixedRuns(int runs, int runs_per_round, Disturbed disturbed = Disturbed::adjusted)
      : runs_(runs), runs_per_round_(runs_per_round), disturbed_(disturbed) {}
  int next_runs(const Measurements& so_far) override;
  double progress(const Measurements& so_far) const override;

 private:
  int most_runs(const Measurements& so_far) const;

  int runs_, runs_per_round_;
  Disturbed disturbed_;
};

// Until an estimate is known to `percent`: its half-width, in percent of itself, is asked for after every
// round from `least` runs on. Ends without success after `most` runs or `max_seconds`.
class Precision final : public StoppingRule {
 public:
  struct Limits {
    double percent = 1;
    int least = 20;
    int most = 200;
    double max_seconds = 0;  // 0: no limit
  };
  using HalfWidth = std::function<double(const Measurements&)>;
  Precision(Limits limits, int runs_per_round, HalfWidth half_width_percent)
      : limits_(limits),
        runs_per_round_(runs_per_round),
        half_width_percent_(std::move(half_width_percent)) {}
  int next_runs(const Measurements& so_far) override;
  double progress(const Measurements& so_far) const override;
  bool too_noisy() const override { return too_noisy_; }

 private:
  Limits limits_;
  int runs_per_round_;
  HalfWidth half_width_percent_;
  double needed_ = 0;  // runs, by the last half-width: an interval shrinks with their root
  bool too_noisy_ = false;
};

}  // namespace bricks
