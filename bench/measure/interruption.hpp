// Runs in the middle of which a core was taken away: by the hypervisor, for 1 to 22 ms, on a virtual machine
// of two cores in one run of nine hundred. The watch (disturbance.hpp) sees nothing of it, as it is over when
// the run is. It takes 0.2 % of all time, of models and of bricks, but a brick stands for as many runs as it
// has in its model: one of resnet152's convolutions took 3.9 ms once in 14 runs, 0.43 otherwise, and stands
// there 35 times: composed 83 ms, measured 74.
#pragma once

#include "bench/measure/measurements.hpp"

namespace bricks {

// A run, or a part of one, that took more than so many times the median of its like, and so much longer than
// that, was interrupted. No state of a machine makes so much of a difference: between cores that share a
// cache and cores that do not, 0.4 ms at most has been seen where a run takes more than twice as long. Half a
// millisecond is between that and the least that a hypervisor takes: one of resnet101's convolutions, which
// stands there 23 times, took 1.404 ms once in 11 runs, 0.406 otherwise, and with a limit of a millisecond
// behind the median the model was composed of 50.5 ms, measured 46.8.
inline constexpr double interrupted_times = 2;
inline constexpr double interrupted_ns = 0.5e6;

// Fills `interrupted` of all samples and parts; disturbance.hpp sets them aside. A sample that has parts was
// interrupted where one of them was.
void mark_interrupted(Measurements& measurements);

}  // namespace bricks
