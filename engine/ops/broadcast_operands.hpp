// Operands of a broadcasting operator as its kernel reads them: where each comes from and how it is strided.
#pragma once

#include "engine/plan/unit_kernel.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace bricks::ops {

// An operand is a data input of the unit or lies among the packed weights, in the layout that the output has
// where its channels are the output's.
struct Operand {
  std::ptrdiff_t data_index = -1;  // -1: packed
  std::size_t packed_offset = 0;   // bytes
  InputType type;
  bool blocked = false;
  std::vector<std::ptrdiff_t> strides;  // one for each of BroadcastOperands::sizes

  const void* at(const Bindings& bindings) const {
    return data_index < 0 ? static_cast<const void*>(bindings.packed + packed_offset)
                          : bindings.inputs[data_index];
  }
};

struct BroadcastOperands {
  std::vector<std::ptrdiff_t> sizes;  // of the output: its shape, or [N][C/c][H][W][c]
  std::vector<Operand> operands;      // one an input
  std::size_t packed_bytes = 0;
};

BroadcastOperands broadcast_operands(const PrepareRequest& request);

// Writes the weight operands, for UnitKernel::pack.
void pack_operands(const BroadcastOperands& all, Isa isa, std::span<const void* const> weights,
                   std::byte* packed);

}  // namespace bricks::ops
