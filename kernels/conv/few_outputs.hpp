// Convolution to so few output channels (an image of 3, a depth map of 1, 11 classes) that the direct tile
// would leave most lanes idle, or with a single vector wait for its loads: here the lanes are input channels.
// O output channels x P pixels of accumulators take one vector of input a pixel and one of weights an output;
// the lanes are added up at the end, in one fixed order.
//
// Input channels must fill their blocks, since nothing masks the padding lanes.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <limits>
#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// By has_few_outputs_tile() and few_outputs_pixels(): 24 accumulators, pixels and 1 weight of 32 registers,
// 2 x 6 + 6 + 1 of 16.
inline constexpr int most_few_outputs = lanes == 16 ? 12 : lanes / 4;

// Weights of a 1x1 kernel after which lanes are added up. So many serve a whole map from L1; the few pixels
// of a tile would read all of them from L2, and so many blocks of input are as many streams as the hardware's
// prefetcher follows. 4096->11 over 66x91 pixels takes 3.7 to 4.1 ms on two Zen 4 cores, 4.7 with half as
// many and 6.3 with all at once (directly, 1 x 14, 5.3). Larger kernels have sums enough under one block.
inline constexpr std::ptrdiff_t few_part_bytes = 14 << 10;
BRICKS_INLINE std::ptrdiff_t few_part_blocks(std::ptrdiff_t outputs, std::ptrdiff_t taps) {
  return taps > 1 ? std::numeric_limits<std::ptrdiff_t>::max() : few_part_bytes / (outputs * lanes * 4);
}

// Pixels ahead of its use that one is asked for, where there is time for it: 8 to 32 do equally well.
inline constexpr int few_pixels_ahead = 8;

// Adds a part of the input channels to `sums`, which begins there.
template <int O, int P>
BRICKS_INLINE void few_outputs_part(const DirectTile& t, const float* block, const float* w,
                                    std::ptrdiff_t blocks, Vec (&sums)[1][1][P]) {
  Vec acc[O][P];
  BRICKS_UNROLL
  for (int o = 0; o < O; ++o) {
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) acc[o][p] = zero();
  }
  for (; blocks > 0; --blocks, block += t.block_stride)
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap, w += O * lanes) {
      const float* x = block + t.taps[tap];
      Vec value[P];
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) {
        value[p] = load(x + p * lanes);
        if (O > 4) prefetch(x + (few_pixels_ahead + p) * lanes);
      }
      BRICKS_UNROLL
      for (int o = 0; o < O; ++o) {
        const Vec weight = load(w + o * lanes);
        BRICKS_UNROLL
        for (int p = 0; p < P; ++p) acc[o][p] = fmadd(value[p], weight, acc[o][p]);
      }
    }
  BRICKS_UNROLL
  for (int p = 0; p < P; ++p) {
    alignas(64) float lane[lanes] = {};
    BRICKS_UNROLL
    for (int o = 0; o < O; ++o) lane[o] = reduce_add(acc[o][p]);
    sums[0][0][p] = sums[0][0][p] + load(lane);
  }
}

// A DirectTile with weights [block][tap][O][c].
template <int O, int P>
void few_outputs_tile(const DirectTile& t) {
  Vec sums[1][1][P];
  begin_tile(sums, t);
  const std::ptrdiff_t part = few_part_blocks(O, t.tap_count);
  for (std::ptrdiff_t done = 0; done < t.blocks; done += part) {
    const std::ptrdiff_t left = t.blocks - done;
    few_outputs_part<O>(t, t.input + done * t.block_stride, t.weights + done * t.tap_count * O * lanes,
                        left < part ? left : part, sums);
  }
  finish_tile(sums, t.out);
}

// one_row[outputs - 1][pixels - 1]; null where there is no tile.
struct FewOutputsTable {
  RunTile one_row[most_few_outputs][few_outputs_pixels(1)];
};

constexpr FewOutputsTable make_few_outputs_table() {
  FewOutputsTable table = {};
  const auto fill = [&]<int O, int... P>(std::integral_constant<int, O>, std::integer_sequence<int, P...>) {
    if constexpr (has_few_outputs_tile(O, lanes))
      ((table.one_row[O - 1][P] = few_outputs_tile<O, P + 1>), ...);
  };
  [&]<int... O>(std::integer_sequence<int, O...>) {
    (fill(std::integral_constant<int, O + 1>{}, std::make_integer_sequence<int, few_outputs_pixels(O + 1)>{}),
     ...);
  }
  (std::make_integer_sequence<int, most_few_outputs>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
