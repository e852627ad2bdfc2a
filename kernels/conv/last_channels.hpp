// The last channels of a reduction together with what follows it, pixel by pixel, so that stores and
// multiply-adds alternate.
//
// With all stores at the end Zen 4, which needs three cycles for one of 512 bits, does nothing else
// meanwhile: a tile of 2 x 14 takes 90 cycles more than its multiply-adds, 12 % at 24 channels, but 20 cycles
// where nothing is stored. So the second half of the pixels has four channels left when the storing begins,
// the first half, for which there are fewer registers, two. That leaves 30 cycles; with two channels
// throughout 48, with one 65. mobilenet_v2 takes 0.975 of the time. AVX2, whose stores take one cycle, gains
// nothing.
#pragma once

#include "kernels/conv/epilogue.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr bool stores_alternate = lanes == 16;
inline constexpr int last_channels = 4;

// half: as of channel_step. clamps: whether there is an activation, which is not a leaky one. No residual.
template <int V, int R, int P, int pixel, bool half = false, bool clamps = true>
struct LastChannels {
  Vec (&acc)[V][R][P];
  // Copies all: what is read through a reference is read again behind every store.
  const float* const x[last_channels];  // first pixel
  std::ptrdiff_t input_row;
  const float* weights;  // [last_channels][V c]
  TileOutput out;
  Vec w[last_channels][V] = {};

  BRICKS_INLINE void load_weights(int begin, int end) {
    BRICKS_UNROLL
    for (int i = begin; i < end; ++i) {
      BRICKS_UNROLL
      for (int v = 0; v < V; ++v) w[i][v] = load(weights + (i * V + v) * lanes);
    }
  }

  BRICKS_INLINE void reduce(int r, int p, int begin, int end) {
    BRICKS_UNROLL
    for (int i = begin; i < end; ++i) {
      const Vec value = broadcast(x[i][r * input_row + p * pixel]);
      BRICKS_UNROLL
      for (int v = 0; v < V; ++v)
        if (half && v == V - 1)
          accumulate_half(acc[v][r][p], value, w[i][v]);
        else
          accumulate(acc[v][r][p], value, w[i][v]);
    }
  }

  BRICKS_INLINE void run() {
    const InlineActivationVec f(*out.activation);
    constexpr int middle = last_channels / 2, pixels = R * P;
    BRICKS_UNROLL
    for (int i = 0; i < middle; ++i) {
      load_weights(i, i + 1);
      BRICKS_UNROLL
      for (int q = 0; q < pixels / 2; ++q) reduce(q / P, q % P, i, i + 1);
    }
    BRICKS_UNROLL
    for (int q = 0; q < pixels; ++q) {
      // Again for the second pixel, since the first one's sums still stand where they are to stay.
      if (q < 2) load_weights(middle, last_channels);
      if (q == pixels / 2) load_weights(0, middle);
      reduce(q / P, q % P, q < pixels / 2 ? middle : 0, last_channels);
      BRICKS_UNROLL
      for (int v = 0; v < V; ++v)
        store(out.to + v * out.block + q / P * out.row + q % P * out.pixel,
              clamps ? clamp(acc[v][q / P][q % P], f.low, f.high) : acc[v][q / P][q % P]);
    }
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
