// After anything else has run, a whole model needs some passes until its caches and page tables are its own
// again: up to eight were seen (MobileNet V2: 4.79 to 4.53 ms). They are run and not counted.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/subject.hpp"

namespace bricks {

struct SettleRule {
  int most_passes = 8;
  double most_seconds = 2;  // no further pass is begun after that
  double gain = 0.01;       // settled when a pass is not faster than the one before by more than this share
};

// Runs until settled; returns how many passes that took, at least 1.
int settle(Subject& subject, Clock& clock, const SettleRule& rule);

}  // namespace bricks
