// Mean or maximum over everything behind the channels: GlobalAveragePool, GlobalMaxPool, and the reductions
// over H and W.
#pragma once

#include "engine/plan/unit_kernel.hpp"

#include <memory>

namespace bricks::ops {

std::unique_ptr<UnitKernel> global_pool_kernel(const PrepareRequest& request, bool average);

}  // namespace bricks::ops
