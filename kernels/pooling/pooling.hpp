// MaxPool and AveragePool over H and W (1-D pooling has H = 1), and their global forms.
//
// ceil_mode is resolved by the caller into the output size. As in ONNX (and PyTorch), with that size the last
// window may reach past the padded input, and what lies there counts for nothing: not for the maximum, and
// not for the divisor of an average with count_include_pad. A caller whose size makes a window begin behind
// the input and its left padding gets an empty window: -inf for max, 0 for average; ONNX leaves such windows
// out of the output.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct PoolAxis {
  std::ptrdiff_t input, output, kernel, stride, dilation;
  std::ptrdiff_t pad_begin, pad_end;
};

// floor((input + pads - dilation (kernel - 1) - 1) / stride) + 1; with ceil_mode rounded up, less a last
// window that would begin behind the input and its left padding.
std::ptrdiff_t pool_output_size(const PoolAxis& axis, bool ceil_mode);

struct PoolShape {
  std::ptrdiff_t planes;  // batch * channel blocks in blocked layout, batch * channels in plain layout
  PoolAxis h, w;
  bool count_include_pad;  // average alone
};

struct GlobalPoolShape {
  std::ptrdiff_t batch, channels, spatial;  // spatial = H * W, at least 1
};

struct PoolKernels {
  // Output rows [begin, end) of planes * h.output; x and y do not overlap. In a window that holds a NaN, the
  // maximum is either NaN or that of the others.
  using Function = void (*)(const PoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                            std::ptrdiff_t end);
  Function max_blocked, average_blocked, max_plain, average_plain;

  // Channel blocks [begin, end) of batch * channel blocks, blocked input. To a blocked 1x1 tensor
  // [N][C/c][1][1][c], or to a plain one [N][C].
  using Global = void (*)(const GlobalPoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                          std::ptrdiff_t end);
  Global global_max_blocked, global_average_blocked, global_max_to_plain, global_average_to_plain;
  // Planes [begin, end) of batch * channels, plain input and output.
  Global global_max_plain, global_average_plain;
};

template <Isa>
struct PoolTable {
  static const PoolKernels table;
};

inline const PoolKernels& pool_kernels(Isa isa) { return kernels_for<PoolTable>(isa); }

}  // namespace bricks::kernels
