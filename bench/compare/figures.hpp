// What is said of engines that ran the same: latency without the cost of the call, ratio, both with
// intervals.
#pragma once

#include "bench/compare/run_engines.hpp"
#include "compose/statistics/bootstrap.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bricks::bench {

struct Estimate {
  double value = 0;
  Interval interval;  // 95 %
  double half_width_percent() const { return interval.half_width_percent(value); }
};

// Trimmed mean of the runs less the cost of a call, in the unit of the samples.
Estimate latency(std::span<const double> times, double call);
// Of theirs to ours, each less its call; runs of the same number were made in the same round or, where runs
// were set aside, in nearly the same, and are resampled together. None where one is not above 0: nothing is
// left but the call.
std::optional<Estimate> ratio(std::span<const double> theirs, double their_call, std::span<const double> ours,
                              double our_call);

struct EngineFigures {
  std::string engine, failure;
  Estimate ms;
  std::optional<Estimate> ratio;     // to ours: above 1 where we are faster
  std::optional<double> difference;  // of outputs from ours
  double call_us = 0;                // taken off
  int runs = 0, discarded = 0, set_aside = 0;
};

// A model or a brick on all engines.
struct Compared {
  std::string name;                    // of a brick: its canonical text
  std::string operators, input_shape;  // of a brick, for people
  std::size_t count = 1;               // occurrences in the models
  std::int64_t macs = 0;
  EngineFigures ours;
  std::vector<EngineFigures> theirs;
  std::optional<EngineFigures> floor;  // a second process of ours
  // The fastest of theirs; none where none ran.
  const EngineFigures* fastest() const;
};

// runs: ours, theirs, and a second one of ours if there is a name more than `theirs`. calls: of a model that
// does nothing, by the same engines.
Compared compared(const std::string& name, std::span<const EngineRun> runs, std::span<const EngineRun> calls,
                  std::span<const std::string> theirs);

// Half the 95 % interval of the fastest engine's ratio, in percent of it; none where there is no ratio.
std::optional<double> uncertainty_percent(const Compared& one);
// Geometric mean of the fastest engines' ratios; none where there is none.
std::optional<double> mean_ratio(std::span<const Compared> all);
// Of the second process of ours.
std::optional<double> mean_floor(std::span<const Compared> all);
// Half the 95 % interval of that mean, in percent of it: models are measured one behind the other, so their
// errors are independent. 0 where there is no floor.
double floor_half_width_percent(std::span<const Compared> all);

}  // namespace bricks::bench
