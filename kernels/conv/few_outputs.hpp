// Convolution to so few output channels (at most c / 4: an image of 3, a depth map of 1) that the direct tile
// would leave most lanes idle: here the lanes are input channels. O output channels x P pixels of
// accumulators take one vector of input a pixel and one of weights an output; the lanes are added up at the
// end, in one fixed order.
//
// Input channels must fill their blocks, since nothing masks the padding lanes.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// 4 x 6 accumulators + 4 weights + 1 of 32 registers, 2 x 6 + 2 + 1 of 16. few_pixels() in conv_geometry.cpp
// agrees.
inline constexpr int most_few_outputs = lanes / 4, most_few_pixels = 6;

// A DirectTile with weights [block][tap][O][c].
template <int O, int P>
void few_outputs_tile(const DirectTile& t) {
  Vec acc[O][P];
  BRICKS_UNROLL
  for (int o = 0; o < O; ++o) {
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) acc[o][p] = zero();
  }
  const float* w = t.weights;
  const float* block = t.input;
  for (std::ptrdiff_t b = 0; b < t.blocks; ++b, block += t.block_stride)
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap, w += O * lanes) {
      const float* x = block + t.taps[tap];
      Vec weight[O];
      BRICKS_UNROLL
      for (int o = 0; o < O; ++o) weight[o] = load(w + o * lanes);
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) {
        const Vec value = load(x + p * lanes);
        BRICKS_UNROLL
        for (int o = 0; o < O; ++o) acc[o][p] = fmadd(value, weight[o], acc[o][p]);
      }
    }
  Vec sums[1][1][P];
  BRICKS_UNROLL
  for (int p = 0; p < P; ++p) {
    alignas(64) float lane[lanes] = {};
    BRICKS_UNROLL
    for (int o = 0; o < O; ++o) lane[o] = reduce_add(acc[o][p]);
    sums[0][0][p] = load(t.bias) + load(lane);
  }
  finish_tile(sums, t.out);
}

// one_row[outputs - 1][pixels - 1]
struct FewOutputsTable {
  RunTile one_row[most_few_outputs][most_few_pixels];
};

constexpr FewOutputsTable make_few_outputs_table() {
  FewOutputsTable table = {};
  const auto fill = [&]<int O, int... P>(std::integral_constant<int, O>, std::integer_sequence<int, P...>) {
    ((table.one_row[O - 1][P] = few_outputs_tile<O, P + 1>), ...);
  };
  [&]<int... O>(std::integer_sequence<int, O...>) {
    (fill(std::integral_constant<int, O + 1>{}, std::make_integer_sequence<int, most_few_pixels>{}), ...);
  }
  (std::make_integer_sequence<int, most_few_outputs>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
