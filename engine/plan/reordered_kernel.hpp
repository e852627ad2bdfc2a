// A kernel whose inputs or outputs are reordered within its unit, because it works in another layout than its
// neighbours.
#pragma once

#include "engine/plan/unit_kernel.hpp"

#include <memory>
#include <vector>

namespace bricks {

// Where the layout outside differs from the one that the kernel works in. index: of the data input, or of the
// output.
struct Reorder {
  std::size_t index = 0;
  TensorType type;
  Layout outside = Layout::plain;
  Layout inside = Layout::plain;
};

std::unique_ptr<UnitKernel> with_reorders(std::unique_ptr<UnitKernel> kernel, std::size_t inputs,
                                          std::size_t outputs, std::vector<Reorder> input_reorders,
                                          std::vector<Reorder> output_reorders, Isa isa);

// One worker's share of copying a tensor into another layout; of a plain copy where both are the same.
void reorder(const TensorType& type, Layout from_layout, const void* from, Layout to_layout, void* to,
             Isa isa, const Worker& worker);

}  // namespace bricks
