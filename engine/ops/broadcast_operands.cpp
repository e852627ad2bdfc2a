#include "engine/ops/broadcast_operands.hpp"

#include "engine/ops/sizes.hpp"
#include "engine/plan/reordered_kernel.hpp"
#include "kernels/elementwise/binary.hpp"

#include <cstring>

namespace bricks::ops {
namespace {

// Ones in front of a shape.
Shape padded(const Shape& shape, std::size_t rank) {
  Shape result(rank - shape.size(), 1);
  result.insert(result.end(), shape.begin(), shape.end());
  return result;
}

// Strides of an operand of shape [n][c][h][w] against a blocked output: 0 where it repeats. One channel for
// all of the output's is lane 0 of its only block, or the plain tensor itself.
std::vector<std::ptrdiff_t> blocked_strides(const Shape& shape, const Shape& output, bool blocked,
                                            std::ptrdiff_t lanes) {
  const std::ptrdiff_t pixel = blocked ? lanes : 1;
  const std::ptrdiff_t row = shape[3] * pixel, block = shape[2] * row;
  const std::ptrdiff_t image = block * (blocked ? (shape[1] + lanes - 1) / lanes : shape[1]);
  const bool channels = blocked && shape[1] == output[1];
  return {shape[0] == 1 ? 0 : image, channels ? block : 0, shape[2] == 1 ? 0 : row, shape[3] == 1 ? 0 : pixel,
          channels ? 1 : 0};
}

}  // namespace

BroadcastOperands broadcast_operands(const PrepareRequest& request) {
  const Shape& output = request.outputs[0].shape;
  const bool blocked = request.output_layouts[0] == Layout::blocked;
  const std::ptrdiff_t lanes = isa_info(request.isa).lanes;
  BroadcastOperands all;
  all.sizes = blocked ? std::vector<std::ptrdiff_t>{output[0], (output[1] + lanes - 1) / lanes, output[2],
                                                    output[3], lanes}
                      : std::vector<std::ptrdiff_t>(output.begin(), output.end());
  std::ptrdiff_t data = 0;
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    Operand operand;
    operand.type = request.inputs[i];
    operand.type.shape = padded(operand.type.shape, output.size());
    const Shape& shape = operand.type.shape;
    if (operand.type.weight) {
      operand.blocked = blocked && shape[1] == output[1];
      operand.packed_offset = all.packed_bytes;
      const Layout layout = operand.blocked ? Layout::blocked : Layout::plain;
      all.packed_bytes += (tensor_bytes(operand.type, layout, static_cast<int>(lanes)) + 63) / 64 * 64;
    } else {
      operand.data_index = data++;
      operand.blocked = request.layouts[i] == Layout::blocked;
    }
    operand.strides.resize(all.sizes.size());
    if (blocked)
      operand.strides = blocked_strides(shape, output, operand.blocked, lanes);
    else
      kernels::broadcast_strides(std::vector<std::ptrdiff_t>(shape.begin(), shape.end()), all.sizes,
                                 operand.strides);
    all.operands.push_back(std::move(operand));
  }
  return all;
}

void pack_operands(const BroadcastOperands& all, Isa isa, std::span<const void* const> weights,
                   std::byte* packed) {
  std::size_t next = 0;
  for (const Operand& operand : all.operands)
    if (operand.type.weight)
      reorder(operand.type, Layout::plain, weights[next++], operand.blocked ? Layout::blocked : Layout::plain,
              packed + operand.packed_offset, isa, Worker{});
}

}  // namespace bricks::ops
