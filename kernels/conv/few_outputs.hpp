// Convolution to so few output channels (an image of 3, a depth map of 1, 11 classes) that the direct tile
// would leave most lanes idle, or with a single vector wait for its loads: here the lanes are input channels.
// O output channels x P pixels of accumulators take one vector of input a pixel and one of weights an output;
// the lanes are added up at the end, in one fixed order.
//
// With AVX2 7x7 from 64 to 3 channels over 256 px reaches 71 % of a Zen 3 core's peak, where the direct tile
// comes to 23 % and Winograd's F(3x3, 4x4) to 36 %; its loop is 12 multiply-adds on 7 loads, nothing spilled.
// Parts of weights that stay in L1, and asking for pixels 8, 16 and 32 ahead, changed nothing there.
//
// Input channels must fill their blocks, since nothing masks the padding lanes.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <limits>
#include <utility>

namespace bricks::kernels::BRICKS_ISA {

inline constexpr int most_few_outputs = [] {
  int most = lanes;
  while (!has_few_outputs_tile(most, lanes)) --most;
  return most;
}();

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

// One tap of one block: O vectors of weights, P pixels. Of these one sort waits in registers: of 16 beside 12
// sums the fewer, the weights of 3 outputs; of 32 the pixels.
template <int O, int P>
BRICKS_INLINE void few_outputs_step(Vec (&acc)[O][P], const float* x, const float* w) {
  if constexpr (O < P && lanes < 16) {
    Vec weight[O];
    BRICKS_UNROLL
    for (int o = 0; o < O; ++o) weight[o] = load(w + o * lanes);
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) {
      const Vec value = load(x + p * lanes);
      BRICKS_UNROLL
      for (int o = 0; o < O; ++o) acc[o][p] = fmadd(value, weight[o], acc[o][p]);
    }
  } else {
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
}

// Of one pixel: lane o has output o's sum over the lanes, the others 0. Through memory a load waits for all
// the stores that it spans; with AVX2 3x3 from 64 to 3 channels takes 0.89 of the time without, 7x7 0.97.
template <int O, int P>
BRICKS_INLINE Vec lane_sums(const Vec (&acc)[O][P], int p) {
#if defined(BRICKS_ISA_AVX2)
  static_assert(O <= 4);
  const auto output = [&](int o) __attribute__((always_inline)) { return o < O ? acc[o][p] : zero(); };
  const __m256 of_halves = _mm256_hadd_ps(_mm256_hadd_ps(output(0), output(1)),  //
                                          _mm256_hadd_ps(output(2), output(3)));
  const __m128 sums = _mm_add_ps(_mm256_castps256_ps128(of_halves), _mm256_extractf128_ps(of_halves, 1));
  return _mm256_zextps128_ps256(sums);
#else
  alignas(64) float lane[lanes] = {};
  BRICKS_UNROLL
  for (int o = 0; o < O; ++o) lane[o] = reduce_add(acc[o][p]);
  return load(lane);
#endif
}

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
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap, w += O * lanes)
      few_outputs_step(acc, block + t.taps[tap], w);
  BRICKS_UNROLL
  for (int p = 0; p < P; ++p) sums[0][0][p] = sums[0][0][p] + lane_sums(acc, p);
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
  RunTile one_row[most_few_outputs][few_outputs_pixels(1, lanes)];
};

constexpr FewOutputsTable make_few_outputs_table() {
  FewOutputsTable table = {};
  const auto fill = [&]<int O, int... P>(std::integral_constant<int, O>, std::integer_sequence<int, P...>) {
    if constexpr (has_few_outputs_tile(O, lanes))
      ((table.one_row[O - 1][P] = few_outputs_tile<O, P + 1>), ...);
  };
  [&]<int... O>(std::integer_sequence<int, O...>) {
    (fill(std::integral_constant<int, O + 1>{},
          std::make_integer_sequence<int, few_outputs_pixels(O + 1, lanes)>{}),
     ...);
  }
  (std::make_integer_sequence<int, most_few_outputs>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
