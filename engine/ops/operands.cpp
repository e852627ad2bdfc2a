#include "engine/ops/operands.hpp"

#include "engine/plan/reordered_kernel.hpp"
#include "kernels/iteration/iteration.hpp"

namespace bricks::ops {
namespace {

Shape with_leading_ones(const Shape& shape, std::size_t rank) {
  Shape result(rank - shape.size(), 1);
  result.insert(result.end(), shape.begin(), shape.end());
  return result;
}

void place_packed(Operands& operands, Operand& operand, int lanes) {
  operand.packed_offset = operands.packed_bytes;
  operands.packed_bytes += (tensor_bytes(operand.type, operand.layout, lanes) + 63) / 64 * 64;
}

// Strides of an operand of shape [n][c][h][w] against a blocked output: 0 where it repeats. One channel for
// all of the output's is lane 0 of its only block, or the plain tensor itself.
std::vector<std::ptrdiff_t> blocked_strides(const Operand& operand, const Shape& output,
                                            std::ptrdiff_t lanes) {
  const Shape& shape = operand.type.shape;
  const bool blocked = operand.layout == Layout::blocked, channels = blocked && shape[1] == output[1];
  const std::ptrdiff_t pixel = blocked ? lanes : 1, row = shape[3] * pixel, block = shape[2] * row;
  const std::ptrdiff_t image = block * (blocked ? (shape[1] + lanes - 1) / lanes : shape[1]);
  return {shape[0] == 1 ? 0 : image, channels ? block : 0, shape[2] == 1 ? 0 : row, shape[3] == 1 ? 0 : pixel,
          channels ? 1 : 0};
}

}  // namespace

Operands operands(const PrepareRequest& request, Layout weight_layout) {
  Operands result;
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    Operand operand;
    operand.type = request.inputs[i];
    operand.layout = operand.type.weight ? weight_layout : request.layouts[i];
    if (operand.type.weight)
      place_packed(result, operand, isa_info(request.isa).lanes);
    else if (operand.type.present)
      operand.data_index = static_cast<std::ptrdiff_t>(result.data_inputs++);
    result.all.push_back(std::move(operand));
  }
  return result;
}

Operands broadcast_operands(const PrepareRequest& request) {
  const Shape& output = request.outputs[0].shape;
  const bool blocked = request.output_layouts[0] == Layout::blocked;
  const int lanes = isa_info(request.isa).lanes;
  Operands result = operands(request);
  result.sizes = output;
  if (blocked) result.sizes = {output[0], (output[1] + lanes - 1) / lanes, output[2], output[3], lanes};
  result.packed_bytes = 0;
  for (Operand& operand : result.all) {
    operand.type.shape = with_leading_ones(operand.type.shape, output.size());
    if (operand.type.weight) {
      if (blocked && operand.type.shape[1] == output[1]) operand.layout = Layout::blocked;
      place_packed(result, operand, lanes);
    }
    operand.strides.resize(result.sizes.size());
    if (blocked)
      operand.strides = blocked_strides(operand, output, lanes);
    else
      kernels::broadcast_strides(operand.type.shape, result.sizes, operand.strides);
  }
  return result;
}

void pack_operands(const Operands& operands, Isa isa, std::span<const void* const> weights,
                   std::byte* packed) {
  std::size_t next = 0;
  for (const Operand& operand : operands.all) {
    if (!operand.type.weight && operand.type.present) continue;
    const void* raw = weights[next++];
    if (raw)
      reorder(operand.type, Layout::plain, raw, operand.layout, packed + operand.packed_offset, isa,
              Worker{});
  }
}

void pack_with(RangeWork& work, const Operands& operands, Isa isa) {
  work.packed_bytes = operands.packed_bytes;
  work.pack = [=](std::span<const void* const> weights, std::byte* packed) {
    pack_operands(operands, isa, weights, packed);
  };
}

}  // namespace bricks::ops
