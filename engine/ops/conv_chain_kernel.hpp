// The unit of two or three convolutions that run row by row as one: kernels/conv_chain.
#pragma once

#include "engine/plan/unit_kernel.hpp"
#include "kernels/conv_chain/conv_chain.hpp"

#include <memory>
#include <span>

namespace bricks::ops {

// One problem a stage.
std::unique_ptr<UnitKernel> conv_chain_kernel(std::span<const ChainStage> stages,
                                              std::span<const kernels::ConvProblem> problems);

}  // namespace bricks::ops
