// Which G is the best trade of error against benchmarking time.
//
// Among the G whose mean absolute error is not worse than the smallest by more than a tolerance, the one
// whose benchmarks take the least time, run once each; of equal ones the smaller G. The tolerance is what the
// session cannot tell apart, at least 0.2 percentage points: errors of one session repeat no better, so a
// smaller difference is luck and not worth any time. Composed latencies have intervals, half of which,
// averaged at the most accurate G and divided by the root of the number of models (errors of models are
// averaged too), is the tolerance where that is more: for one model it usually is.
#pragma once

#include "bench/evaluate/evaluation.hpp"
#include "bench/report/report.hpp"

namespace bricks {

inline constexpr double least_tolerance_points = 0.2;

// Granularities in the order of the run's summaries. Throws Error where none has errors: no model was run
// whole.
GranularityChoice choose_granularity(const EvaluatedRun& run);

}  // namespace bricks
