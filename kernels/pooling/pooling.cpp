#include "kernels/pooling/pooling.hpp"

namespace bricks::kernels {

std::ptrdiff_t pool_output_size(const PoolAxis& axis, bool ceil_mode) {
  const std::ptrdiff_t room =
      axis.input + axis.pad_begin + axis.pad_end - axis.dilation * (axis.kernel - 1) - 1;
  if (room < 0) return 0;
  const std::ptrdiff_t size = (room + (ceil_mode ? axis.stride - 1 : 0)) / axis.stride + 1;
  const bool last_begins_outside = ceil_mode && (size - 1) * axis.stride >= axis.input + axis.pad_begin;
  return last_begins_outside ? size - 1 : size;
}

}  // namespace bricks::kernels
