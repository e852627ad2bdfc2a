// A watch (measure/disturbance.hpp) around visits to engines that run in processes of their own: between
// their runs a look would take their threads' cores, so the machine is looked at before a visit and behind
// it, while they are stopped.
#pragma once

#include "bench/measure/harness.hpp"
#include "kernels/isa/isa.hpp"

namespace bricks::bench {

// The surroundings with cores that are brought together and warm before every visit, as they are where our
// own engine is measured, and that watch. The team that does so sleeps while an engine runs.
Surroundings watching_visits(Surroundings surroundings, Isa isa, int threads);

}  // namespace bricks::bench
