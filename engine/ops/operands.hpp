// Where the inputs of an operator come from when some of them are weights, and how a broadcasting kernel
// strides them.
#pragma once

#include "engine/ops/range_kernel.hpp"
#include "engine/plan/unit_kernel.hpp"

#include <cstddef>
#include <vector>

namespace bricks::ops {

// A data input of the unit, or a tensor among the packed weights.
struct Operand {
  std::ptrdiff_t data_index = -1;  // -1: packed
  std::size_t packed_offset = 0;   // bytes
  InputType type;
  Layout layout = Layout::plain;
  std::vector<std::ptrdiff_t> strides;  // broadcast_operands: one for each of its sizes

  const void* at(const Bindings& bindings) const {
    return data_index < 0 ? static_cast<const void*>(bindings.packed + packed_offset)
                          : bindings.inputs[data_index];
  }
  template <class T = float>
  const T* as(const Bindings& bindings) const {
    return static_cast<const T*>(at(bindings));
  }
};

struct Operands {
  std::vector<Operand> all;     // one an input
  std::size_t data_inputs = 0;  // of them; the unit's further ones (factor, residual) stand behind
  std::size_t packed_bytes = 0;
  std::vector<std::ptrdiff_t> sizes;  // broadcast_operands: of the output, its shape or [N][C/c][H][W][c]

  const Operand& operator[](std::size_t index) const { return all[index]; }
};

// All inputs; weights are packed in the layout given for them.
Operands operands(const PrepareRequest& request, Layout weight_layout = Layout::plain);

// With the strides of numpy's broadcasting to output 0. Where that is blocked, weights with its channels are
// packed blocked.
Operands broadcast_operands(const PrepareRequest& request);

// Writes the packed operands; for UnitKernel::pack.
void pack_operands(const Operands& operands, Isa isa, std::span<const void* const> weights,
                   std::byte* packed);
// The same as part of a range's work.
void pack_with(RangeWork& work, const Operands& operands, Isa isa);

}  // namespace bricks::ops
