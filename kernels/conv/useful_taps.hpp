// Leaves out the taps that lie in the padding for every output pixel: over maps smaller than the kernel most
// weights are never needed, and there reading weights is all the time. A 4x4 kernel with stride 2 and padding
// 1 over 2x2 pixels keeps 2x2 of its taps, and so does a transposed one over a single pixel.
#pragma once

#include "kernels/conv/conv.hpp"

namespace bricks::kernels {

struct PaddedTaps {
  std::ptrdiff_t kernel, pad_begin, pad_end;
};

// Output size and the input under the taps that stay are as before. Returns how many went in front.
inline std::ptrdiff_t drop_useless_taps(PaddedTaps& t, std::ptrdiff_t in, std::ptrdiff_t out,
                                        std::ptrdiff_t stride, std::ptrdiff_t dilation) {
  std::ptrdiff_t front = 0;
  while (t.kernel > 1 && t.pad_begin >= dilation && (out - 1) * stride < t.pad_begin)
    --t.kernel, t.pad_begin -= dilation, ++front;
  while (t.kernel > 1 && t.pad_end >= dilation && (t.kernel - 1) * dilation - t.pad_begin >= in)
    --t.kernel, t.pad_end -= dilation;
  return front;
}

// g has its output size. With groups there is little to gain, and depthwise kernels have sizes of their own.
inline void keep_useful_taps(ConvGeometry& g) {
  ConvProblem& p = g.problem;
  g.taps = {p.kernel_h, p.kernel_w, 0, 0};
  if (p.groups > 1) return;
  PaddedTaps h = {p.kernel_h, p.pad_top, p.pad_bottom}, w = {p.kernel_w, p.pad_left, p.pad_right};
  g.taps.first_h = drop_useless_taps(h, p.in_h, g.out_h, p.stride_h, p.dilation_h);
  g.taps.first_w = drop_useless_taps(w, p.in_w, g.out_w, p.stride_w, p.dilation_w);
  p.kernel_h = h.kernel, p.pad_top = h.pad_begin, p.pad_bottom = h.pad_end;
  p.kernel_w = w.kernel, p.pad_left = w.pad_begin, p.pad_right = w.pad_end;
}

}  // namespace bricks::kernels
