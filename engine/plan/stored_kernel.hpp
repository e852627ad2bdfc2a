// A kernel of which some data inputs are weights, read where they are packed: Constant layers of its unit.
#pragma once

#include "engine/plan/unit_kernel.hpp"

#include <memory>
#include <vector>

namespace bricks {

// A plain tensor. index: among all data inputs of the kernel.
struct StoredInput {
  std::size_t index = 0;
  std::size_t bytes = 0;
};

// inputs: the kernel's data inputs, stored ones among them, at most most_bound_tensors. The unit's weights
// are the stored ones, in this order, and then the kernel's; its data inputs are the others. stored is
// ordered by index.
std::unique_ptr<UnitKernel> with_stored_inputs(std::unique_ptr<UnitKernel> kernel, std::size_t inputs,
                                               std::vector<StoredInput> stored);

}  // namespace bricks
