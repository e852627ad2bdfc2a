// Models to a suite.
#pragma once

#include "bench/commands/options.hpp"
#include "decompose/suite/suite.hpp"
#include "engine/graph/graph.hpp"

#include <memory>
#include <vector>

namespace bricks {

// For another engine every brick has plain inputs and outputs and one variant. tuning: that the bricks are to
// be measured with.
Suite decompose(const std::vector<Graph>& models, const DecomposeOptions& options,
                std::shared_ptr<const Tuning> tuning = nullptr);

}  // namespace bricks
