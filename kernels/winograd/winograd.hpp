// Winograd convolution F(m x m, r x r) (Lavin and Gray 2015) for square kernels and strides and for kernels
// of one row or column, groups = 1, blocked input; first of 2 to 4 taps a side with stride 1, on t points a
// side, t = 6 or 4. Of the direct method's multiplications 3x3 has 36 / (16 * 9) = 0.25 with t = 6, m = 4 and
// 0.44 with t = 4, m = 2; 2x2, the phases of a transposed 4x4 with stride 2, 36 / (25 * 4) = 0.36 with m = 5
// and 0.44 with m = 3; 4x4 0.25 with t = 6, m = 3.
//
// An output tile of m x m pixels comes from an input patch of t x t, t = m + r - 1:
//   Y = A^T [ sum over input channels of (G w G^T) * (B^T d B) ] A
// where * is elementwise, so that the sum is t^2 independent matrix products over channels. They run on the
// register tile of direct convolution, with tiles in place of pixels. The work goes in passes of tiles:
// transform the patches of all input channels (V), then for each tile of output channels its filters (U) and
// the t^2 products (M), then the output transform with the epilogue. A kernel of one row has tiles of 1 x m
// from patches of 1 x t, so t products; one column is one row of the map with its sides exchanged.
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
//
// A tile's last output alone needs the product at infinity, its first one alone that at 0. So where the map's
// last tile has one output too many, the product at infinity is left out; where more, the tile begins a pixel
// earlier and those at infinity and 0 are. 14 px by m = 4 are 4 tiles of 6 points less 2: of 2-dimensional
// products 22^2 / 24^2 = 0.84. The other points' tiles are then neighbours in a pass, in the order that
// PassTiles has. Zen 4 core, AVX-512, of the time with all products: 3x3 of 256 and 512 channels at 14 px
// 0.88, of 512 at 28 with dilation 2 0.87; yolo_v2 (13 px) 0.93, pix2pix 0.93, colorful_colorization 0.95.
//
// A larger kernel is cut into pieces of 2 to 4 taps a side, zeros beyond its edge, each of which sees the
// input from its own offset. The output transform is linear, so their products are summed before it and
// pieces cost no more than further input channels do (Huang et al. 2020, "DWM: a decomposable Winograd method
// for convolution acceleration"). A piece with zeros has no product at infinity, where its last tap alone
// counts. Of the direct method's multiplications 5x5 has 0.30 with t = 6, 7x7 0.27, 11x11 0.27, 1x7 0.52.
// Patches are then transformed by a few input channels, which stay in L2 beside the sums of a group of output
// channels, and anew for every group: V takes a quarter of L2 (an eighth: 5 to 40 % slower, half or all:
// within 10 %). Effective GFLOP/s of the direct method and of F4 on two Zen 4 cores with AVX-512 (peak 235):
// 5x5 32->32 at 120 px 228 and 547, 7x7 32->32 at 120 px 228 and 624, 7x7 64->16 at 120 px 197 and 433, 11x11
// 64->64 at 30 px 227 and 597; 7x7 512->128 at 40 px, dilation 4, 218 and 421; 1x7 160->160 at 17 px 221 and
// 340; 1x3 384->384 at 8 px 221 and 356; 3x3 256->128 transposed with stride 2, two of whose phases are
// lines, 223 and 331.
//
// With a stride a piece has taps that lie a stride apart, which see every stride-th pixel, and there are
// pieces for each remainder: 4x4 with stride 2 has four of 2x2, 0.36 of the multiplications (64->128 at 128
// px 219 and 424 GFLOP/s, 256->512 at 32 px 224 and, by t = 4, 370). 3x3 with stride 2 has one of 2x2, a row,
// a column and a single tap, 0.54 with t = 6 and 0.60 with t = 4: 64->128 at 128 px 222 and, by t = 4, 312,
// 64->64 at 224 px 198 and 268; 256->256 at 28 px, where Strassen's has as few, 225 and 273; at 14 px it
// takes longer than directly. While products with zeros were made, it took 0.97 to 1.15 of the direct time.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/isa/core.hpp"

namespace bricks::kernels {

struct AlgorithmCost;  // conv/cost.hpp

// True where the problem is of the kind described above.
bool winograd_applies(const ConvProblem& problem);

// What is expected to be faster of winograd_f2 and, unless strict, winograd_f4, where winograd_applies.
AlgorithmCost winograd_cost(const ConvProblem& problem, std::ptrdiff_t out_h, std::ptrdiff_t out_w,
                            const Core& core, bool strict);

// Fills in what the algorithm g.algorithm (winograd_f2 or winograd_f4) needs; groups and strides are there
// already.
void winograd_geometry(ConvGeometry& g);

// The same work with a kernel of one column as one row, a map's rows and columns exchanged; other kernels
// stay as they are.
ConvGeometry winograd_turned(const ConvGeometry& g);

// The first tap of a piece, along each side: those of every remainder in turn. taps: of a piece. Inlined
// always: ISA files must not share a function (see simd/simd.hpp).
[[gnu::always_inline]] inline std::ptrdiff_t winograd_first_tap(std::ptrdiff_t piece, std::ptrdiff_t stride,
                                                                std::ptrdiff_t taps) {
  return piece % stride + piece / stride * taps * stride;
}

// Where a piece's last tap lies beyond the kernel, its filters at infinity are zero. The first piece's
// products are sums to begin with, so it counts as whole.
[[gnu::always_inline]] inline bool winograd_has_infinity(std::ptrdiff_t piece, std::ptrdiff_t stride,
                                                         std::ptrdiff_t taps, std::ptrdiff_t kernel) {
  return piece == 0 || winograd_first_tap(piece, stride, taps) + (taps - 1) * stride < kernel;
}

}  // namespace bricks::kernels
