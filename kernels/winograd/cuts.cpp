#include "kernels/winograd/cuts.hpp"

#include "kernels/iteration/divide.hpp"
#include "kernels/winograd/winograd.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

WinogradCut side_cut(Size out, Size kernel, Size stride, Size dilation, Size points, Size taps) {
  const Size image = divide_up(out, dilation);
  if (kernel == 1) return {1, 1, 1, image, 0, image};
  const Size outputs = points - taps + 1, tiles = divide_up(image, outputs), rest = tiles * outputs - image;
  WinogradCut cut{points, taps, 0, tiles, std::min<Size>(rest, 2), 0};
  for (; winograd_first_tap(cut.pieces, stride, taps) < kernel; ++cut.pieces) {
    cut.multiplications += points * tiles - cut.last_lacks;
    if (!winograd_has_infinity(cut.pieces, stride, taps, kernel))
      cut.multiplications -= tiles - std::min<Size>(rest, 1);
  }
  return cut;
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
