// Winograd convolution F(m x m, r x r) (Lavin and Gray 2015) for 3x3 and 2x2 kernels of stride 1, groups = 1,
// blocked input, on t x t points, t = 6 or 4. Of the direct method's multiplications 3x3 has 36 / (16 * 9) =
// 0.25 with t = 6, m = 4 and 0.44 with t = 4, m = 2; 2x2, the phases of a transposed 4x4 with stride 2, 36 /
// (25 * 4) = 0.36 with m = 5 and 0.44 with m = 3.
//
// An output tile of m x m pixels comes from an input patch of t x t, t = m + r - 1:
//   Y = A^T [ sum over input channels of (G w G^T) * (B^T d B) ] A
// where * is elementwise, so that the sum is t^2 independent matrix products over channels. They run on the
// register tile of direct convolution, with tiles in place of pixels. The work goes in passes of tiles:
// transform the patches of all input channels (V), then for each tile of output channels its filters (U) and
// the t^2 products (M), then the output transform with the epilogue.
//
// Weights are packed as for direct convolution and transformed here, by parts of the input channels that stay
// in L2, because a model's weights come from memory and transformed ones have four times the bytes: on two
// Cascade Lake cores with 22 GB/s 1.3 times as fast as reading them transformed at 256 and 512 channels and
// 14 px, 1.5 at 448 and 8, 1.2 at 512 and 28. Where many passes share few filters they are transformed before
// the first; 0.92 to 1.0 there. A transform takes 160 cycles for 36 vectors, mostly for their stores to L2.
//
// Points 0, +-sqrt(1/2), +-sqrt(2), infinity for t = 6: their transforms' entries are of order one, which
// keeps rounding lower than with the usual 0, +-1, +-2, infinity.
//
// A dilated kernel is dilation_h x dilation_w interleaved images of the undilated kind.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/isa/dispatch.hpp"

namespace bricks::kernels {

// True where the problem is of the kind described above.
bool winograd_applies(const ConvProblem& problem);

// The algorithm expected to be fastest: direct, winograd_f2 or, unless strict, winograd_f4. Depends on the
// problem and c alone, so that a result has the same bits on any number of threads.
ConvAlgorithm winograd_choice(const ConvProblem& problem, std::ptrdiff_t out_h, std::ptrdiff_t out_w,
                              int lanes, bool strict);

// Fills in what the algorithm g.algorithm (winograd_f2 or winograd_f4) needs; groups and strides are there
// already.
void winograd_geometry(ConvGeometry& g);

struct WinogradKernels {
  void (*run)(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch);
};

template <Isa>
struct WinogradTable {
  static const WinogradKernels table;
};

}  // namespace bricks::kernels
