// Convolutions that can be run in several ways.
#pragma once

#include "bench/session/benchmarks.hpp"
#include "decompose/suite/suite.hpp"
#include "engine/tuning/tuning.hpp"

#include <span>
#include <vector>

namespace bricks {

struct ConvChoice {
  BenchmarkId id;  // a brick of one unit, which runs it
  kernels::ConvProblem problem;
  std::vector<kernels::ConvAlgorithm> candidates;  // at least one
  std::size_t expected = 0;                        // of candidates: the cost model's choice
};

// The models cut into single units, as engine.execution has them.
Suite single_units(std::span<const Graph> models, Execution execution);

// Every convolution once, in the first brick of the suite that runs it, where there are several algorithms or
// several ways to share its work. One whose phases the cost model runs by different algorithms is left to it:
// a table has one for all of them.
std::vector<ConvChoice> conv_choices(const Suite& suite, const EngineOptions& engine);

}  // namespace bricks
