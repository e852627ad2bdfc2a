// The unit of Conv and ConvTranspose: kernels/conv with bias, folded normalisation, residual and activation.
#pragma once

#include "engine/ops/window.hpp"
#include "engine/plan/unit_kernel.hpp"
#include "kernels/conv/conv.hpp"

#include <memory>

namespace bricks::ops {

// What Conv and ConvTranspose have in common, from input x to output y.
kernels::ConvProblem conv_problem(const Shape& x, const Shape& y, const Window& window, std::int64_t group);

std::unique_ptr<UnitKernel> conv_kernel(const PrepareRequest& request, const kernels::ConvProblem& problem);

}  // namespace bricks::ops
