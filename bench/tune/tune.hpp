// The search behind `--tune measured`.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/session/benchmarks.hpp"
#include "engine/tuning/tuning.hpp"

#include <functional>
#include <span>

namespace bricks {

// Measures all algorithms for every convolution of the models that the table does not hold, then the ways to
// share the work of the one chosen. Each runs in a brick of its own with the threads of `engine`: its input
// was written just before, its weights are used again only after more bytes than the last-level cache holds
// or never, and the second level is swept before every run. Adds the choices to the table, which is of the
// engine's ISA, strictness and threads. progress: the share done, 0 to 1.
void tune(Tuning& table, std::span<const Graph> models, const EngineOptions& engine, Clock& clock,
          const std::function<void(double done)>& progress);

}  // namespace bricks
