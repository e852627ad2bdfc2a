#include "kernels/winograd/cuts.hpp"

#include "kernels/iteration/divide.hpp"
#include "kernels/winograd/winograd.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

WinogradCut side_cut(Size out, Size kernel, Size stride, Size dilation, Size points, Size taps) {
  const Size image = divide_up(out, dilation);
  if (kernel == 1) return {1, 1, 1, image};
  Size pieces = 0;
  while (winograd_first_tap(pieces, stride, taps) < kernel) ++pieces;
  return {points, taps, pieces, divide_up(image, points - taps + 1)};
}

}  // namespace

// Four taps on four points would save nothing.
WinogradCuts winograd_cuts(const ConvProblem& p, Size out_h, Size out_w, Size points) {
  WinogradCuts best{};
  for (Size taps = std::min({std::max(p.kernel_h, p.kernel_w), points - 1, Size{4}}); taps > 1; --taps) {
    const WinogradCuts cut{side_cut(out_h, p.kernel_h, p.stride_h, p.dilation_h, points, taps),
                           side_cut(out_w, p.kernel_w, p.stride_w, p.dilation_w, points, taps)};
    if (best.multiplications() == 0 || cut.multiplications() < best.multiplications()) best = cut;
  }
  return best;
}

}  // namespace bricks::kernels
