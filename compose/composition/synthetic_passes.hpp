// Passes of a model that nobody ran, put together from samples of its bricks.
//
// Every real pass has some slow layers, but a trimmed mean of each layer alone removes them from all. So
// distributions are composed: a pass draws, for every step, one sample of its brick out of a short run of
// neighbouring rounds (a drift common to them stays in) and combines them; the statistic of a measured model
// is then taken of many such passes. Intervals come from resampling the rounds (a block bootstrap), never
// from the number of passes.
#pragma once

#include "compose/results/result.hpp"
#include "compose/statistics/bootstrap.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace bricks {

struct PassOptions {
  std::uint64_t seed = 1;
  std::size_t passes = 1000;
  std::size_t neighbours = 4;   // rounds that one pass draws from
  std::size_t resamples = 100;  // of the rounds, for the interval; 0: no interval
  std::size_t resample_passes =
      200;  // in each: fewer widen the interval (by 5 % at 20 rounds), more cost time
};

struct PassStatistics {
  double trimmed_mean_ns = 0, p50_ns = 0, p90_ns = 0;
  Interval interval_ns;  // 95 %, of the trimmed mean; without width where there is one round alone
};

// Time of a pass, of the times of its steps.
using CombineSteps = std::function<double(std::span<const double>)>;

// steps[i] is the result of step i's brick. Results of fewer rounds than others are stretched over the same
// session. The same options and results give the same statistics on every machine. Throws Error for no steps,
// passes or neighbours.
PassStatistics synthetic_passes(std::span<const BrickResult* const> steps, const PassOptions& options,
                                const CombineSteps& combine);

}  // namespace bricks
