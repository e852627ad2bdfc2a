// How much longer runs take while others use the machine, told from the watch beside them.
//
// Runs and the watch (disturbance.hpp) share their cores with the same neighbours, so where most runs were
// disturbed their times are divided by how many times longer than usual the watch took, to a power that the
// session's own bricks tell. On an Emerald Rapids whose neighbours were busy (two of three runs disturbed) a
// turn of bricks or a pass of a model varied by 19 % (standard deviation), and by 6.5 % where the watch's
// share was taken out. 16 models, 59 sessions: mean error 2.3 % so, 3.1 % where the least disturbed fifth of
// five times as many runs counted, 5.3 % where all did as they were.
#pragma once

#include "bench/measure/measurements.hpp"

#include <limits>
#include <span>

namespace bricks {

struct Slowdown {
  double limit_ns = 0;  // of the watch: up to it a run was not disturbed
  double usual_ns = 0;  // what the watch takes beside such runs
  double exponent = 1;
  // Of what takes longer, one look says nothing: what others did all the time shows at both ends, so the
  // shorter one counts. In a pass of 5.8 s of context_camvid, layer by layer, the look behind its convolution
  // of 3.6 s took three times as long as usual, which made 2.7 s of it, and the model was off by +14.9 %; by
  // -0.9 with all of its passes as they were.
  double longest_ns = std::numeric_limits<double>::infinity();

  // How many times longer than undisturbed a run takes beside a watch that took so long.
  double of(double watch_ns) const;
};

// The power, 0.25 to 2, from how each brick's times go with the looks at the machine in front of and behind
// them: a fit of times to a look, with the other look as its instrument (Durbin 1954), as a look is a noisy
// measure of what others do (a plain fit gives 0.99 where this one gives 1.22, over those 59 sessions). What
// has no looks of its own, takes longer than the watch can vouch for (longest_ns) or was interrupted says
// nothing. 1 where nothing tells, and near 1 where little does.
double slowdown_exponent(std::span<const Series> bricks, double longest_ns);

// The series with times as they would have been undisturbed. Passes in parts: part by part.
void adjust(Series& series, const Slowdown& slowdown);

}  // namespace bricks
