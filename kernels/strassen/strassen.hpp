// Convolutions as matrix products by Strassen's algorithm in Winograd's form (Strassen 1969, Winograd 1971),
// in one level: 7 products of half the output channels, half the input channels and half the pixels instead
// of 8; or in two, where each of the 7 is cut so again: 49 products of quarters instead of 64. For groups = 1
// and blocked input, where kernels/winograd does not apply or has a kernel of less than two strides: 1x1, 3x3
// with stride 2 and the like.
//
// With weights A, cut by output channels (rows) and input channels (columns), and a map B, cut by input
// channels (rows) and pixels (columns):
//
//   A = | A11 A12 |   S1 = A21 + A22   S3 = A11 - A21     T1 = B12 - B11   T3 = B22 - B12
//       | A21 A22 |   S2 = S1 - A11    S4 = A12 - S2      T2 = B22 - T1    T4 = T2 - B21
//
//   P1 = A11 B11   P2 = A12 B21   P3 = S4 B22   P4 = A22 T4   P5 = S1 T1   P6 = S2 T2   P7 = S3 T3
//
//   C11 = P1 + P2             C12 = P1 + P6 + P5 + P3
//   C21 = P1 + P6 + P7 - P4   C22 = P1 + P6 + P7 + P5
//
// Under a kernel of several taps B has a row for each input channel and tap.
//
// S is made when weights are packed, so they have 7/4 or 49/16 of the bytes. T is made for a few register
// tiles of places at a time (a place is a pixel of each section), and for as many input channels as have it
// in half of L2; sums of further parts of them are added to the products. Of one level, B11, B21 and B22 are
// read where they are, or gathered beside T where an output pixel has not the one input pixel of its place.
// The products run on Winograd's register tile, and their sums are taken with the epilogue as the output is
// written. Of two levels the outer one's products are made one after another, each by one level, in the order
// P1 P2 P6 P7 P5 P3 P4: so a quarter of the output is there with P2, P5, P3 and P4 each, and only two sums of
// products have to wait for the next ones, not all seven products.
//
// GFLOP/s of the direct method and of one level on a Zen 4 core with AVX-512, weights in the cache (peak
// 117): 1024->256 at 14 px 114 and 128, 512->128 at 28 px 113 and 124, 128->512 at 28 px 112 and 120, 256->64
// at 56 px 112 and 117, 64->256 at 56 px 108 and 109; AVX2 109 and 120, 107 and 117, 106 and 111, 105 and
// 110, 99 and 101. With weights from memory and T out of L2, as in a model, two cores take 0.90 to 0.98 of
// the direct time for 1x1, 0.80 for 1024->2048 with stride 2 at 14 px; for 3x3 with stride 2 0.97 of 128
// channels at 56 px, 0.91 of 256->512 at 56, 0.86 of 512 and 0.76 of 1024->2048 at 14.
//
// Two levels on the same core: 1024->1024 at 14 px 142 for one level's 129, 512->512 at 28 px 137 for 125,
// 256->256 at 56 px 120 for 120. Two cores with weights from memory take 0.93 of one level's time for
// 1024->1024 at 14 px, 0.96 for 512->512 at 28, 0.92 and 0.97 for 3x3 with stride 2 of 512->1024 at 28 and
// 256->512 at 56, 1.05 to 1.23 at 7 px, where there are most weights for the least work. Making the factors
// of all 49 products at once was slower: 1.59 instead of 1.52 ms for 1024 channels, as fewer places fit into
// L2. While all seven products of the outer level waited, 702 KiB of 1024 channels where two sums are 200,
// two levels took 1.01 to 1.05 of this time, and none of one level's for 256 channels at 14 px, where they
// take 0.94 now (1024->256 and 256->1024, 256->512 and 512->256 at 28).
//
// Each product asks for the next one's weights, because 7/4 of the bytes come from memory: asked for a tile
// ahead 512->2048 at 7 px took 1.02 of the direct time, so 0.93. Tried without effect: asking for the first
// product's weights, for the output and the residual; weights into L1, or two products ahead; passes of four
// register tiles and of all pairs of one level (0.98 to 1.02).
//
// A level cuts the pixels into i and i + floor(map / 2). So any partition of the places gives the same bits.
// Of an odd map the middle pixel is in both sections and written by the second alone.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/conv/weights.hpp"
#include "kernels/isa/core.hpp"

namespace bricks::kernels {

struct AlgorithmCost;  // conv/cost.hpp

inline constexpr int strassen_products = 7;
// Whose second factors are parts of B, not sums: the first ones.
inline constexpr int strassen_parts = 3;

// In which the outer level's products are made, and their weights are packed.
inline constexpr int strassen_outer_order[strassen_products] = {0, 1, 5, 6, 4, 2, 3};
// Sums of outer products that wait at a time, each of four quarters.
inline constexpr int strassen_waiting_sums = 2;

// What sums cost beside the products, of one level and of two, in multiply-adds: of the second factors for a
// vector of input channels under a tap in one place of every section, and of the output for one of output
// channels. A core of two multiply-adds a cycle stores a vector in one, Zen 4 in two. While seven outer
// products waited, 305 and 555 of two levels fitted 250 convolutions of the zoo on Zen 5 and Zen 4. Since two
// sums wait, 400 for the output: of 196 convolutions on Zen 4, weighed by their models, the choice takes 0.13
// % longer than the fastest on one core (555: 0.57) and 0.42 on two (0.48); not measured again on Zen 5.
// Other cores' are Core::sum_cost times as much.
struct StrassenSums {
  double factors, outputs;
};
inline constexpr StrassenSums strassen_sums[] = {{21, 51}, {305, 400}};

// Sections of channels and of pixels. Inlined always, as what follows: ISA files must not share a function
// (see simd/simd.hpp).
[[gnu::always_inline]] inline int strassen_sections(int levels) { return 1 << levels; }

// Of the outer level, one where there is none.
[[gnu::always_inline]] inline int strassen_outer_products(const ConvGeometry& g) {
  return g.strassen.levels == 1 ? 1 : strassen_products;
}

// Second factors that are made in scratch memory, the last ones; those before are read where they are.
[[gnu::always_inline]] inline int strassen_made(const ConvGeometry& g) {
  return g.strassen.levels == 1 && g.strassen.reads_in_place ? strassen_products - strassen_parts
                                                             : strassen_products;
}

// Scratch memory of the inner level's products.
[[gnu::always_inline]] inline std::ptrdiff_t strassen_inner_floats(const ConvGeometry& g) {
  return strassen_products * (g.strassen.parts > 1 ? g.tiles : 1) * g.strassen.product_plane;
}

// True where g's problem is of the kind described above and the sections of its channels, by one level or
// two, fill their blocks. Strides are there already.
bool strassen_applies(const ConvGeometry& g, ConvAlgorithm algorithm);

// What is expected to be faster of one level and two, where one applies.
AlgorithmCost strassen_cost(const ConvGeometry& g, const Core& core);

// Fills in what the algorithm needs; groups and strides are there already.
void strassen_geometry(ConvGeometry& g);

// Packed: [part of the input channels][tile][product][block][tap][lane][V c], of a section's channels; the
// view begins with the first tap that is kept.
void strassen_pack(const ConvGeometry& g, const WeightView& view, const float* scale, float* packed);

}  // namespace bricks::kernels
