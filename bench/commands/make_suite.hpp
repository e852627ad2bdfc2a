// Models to a suite.
#pragma once

#include "bench/commands/options.hpp"
#include "decompose/suite/suite.hpp"
#include "engine/graph/graph.hpp"

#include <vector>

namespace bricks {

// For another engine every brick has plain inputs and outputs and one variant.
Suite decompose(const std::vector<Graph>& models, const DecomposeOptions& options);

}  // namespace bricks
