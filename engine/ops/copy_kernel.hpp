// Kernels that only move a tensor.
#pragma once

#include "engine/plan/unit_kernel.hpp"
#include "kernels/copy/strided_copy.hpp"

#include <memory>

namespace bricks::ops {

// Output 0 holds the elements of a data input in their order, under the output's shape and in its layout; one
// of the two layouts is plain, or both are the same.
std::unique_ptr<UnitKernel> copy_kernel(const PrepareRequest& request, std::size_t input = 0);

// Output 0 is a strided view of data input 0, written out.
std::unique_ptr<UnitKernel> strided_copy_kernel(const kernels::StridedView& view);

// Output 0 is the only weight.
std::unique_ptr<UnitKernel> constant_kernel(const PrepareRequest& request);

}  // namespace bricks::ops
