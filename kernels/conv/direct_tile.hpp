// The universal register tile of direct convolution: V output-channel vectors x R rows x P pixels stay in
// registers over the whole reduction. Every step takes one input channel of one tap: V weight vectors, and
// for each pixel one broadcast input value that V multiply-adds share.
//
// The input it reads has no edges and a pixel stride that is known when it is compiled (c floats, or 1 in a
// plain band); strides, padding and dilation are in the band and in the table of tap offsets.
//
// Reached on a Zen 5 core, share of the FMA peak measured in the same rounds (kernels_bench): AVX-512 91 to
// 98 % at 3x3 with 64 channels and more, 85 to 94 % at 1x1, 83 to 93 % for stems; AVX2 89 to 95 %; SSE4.2 67
// %, where a multiply-add is two instructions and a broadcast two more. On a Cascade Lake core 92 % at 3x3
// and 83 % at 1x1 with AVX-512, of which the loop over full blocks of channels alone, without a remainder of
// less than a block within it, is 8 to 14 %: with one, gcc 12 allots registers for both loops at once.
// Written by hand the same instructions take 14.0 cycles a channel of 2 x 14 out of L1, gcc's 15.5, clang
// 14's 14.7. Tried without effect: a compiler barrier before every channel, asking for the output's cache
// lines ahead. On NEON gcc's 4 x 6 tile with broadcasts touched the stack 140 times, 2 x 8 by lane does not.
#pragma once

#include "kernels/conv/epilogue.hpp"
#include "kernels/simd/simd.hpp"

#include <type_traits>

namespace bricks::kernels::BRICKS_ISA {

struct DirectTile {
  const float* input;          // first pixel of the first row
  const float* weights;        // [block][tap][lane][V c]
  const float* bias;           // [V c]
  const std::ptrdiff_t* taps;  // offsets from input
  std::ptrdiff_t tap_count;
  std::ptrdiff_t blocks, block_stride, last_lanes;  // the last block has that many channels, the others c
  std::ptrdiff_t input_row;                         // from one output row's input to the next's
  const float* ahead = nullptr;                     // weights to bring into the cache meanwhile
  bool resumes = false;                             // begins with what stands in `out`, not with the bias
  TileOutput out;
};

template <int V, int R, int P, int pixel>
BRICKS_INLINE void channel_step(Vec (&acc)[V][R][P], const float* x, std::ptrdiff_t input_row,
                                const float* weights) {
  Vec w[V];
  BRICKS_UNROLL
  for (int v = 0; v < V; ++v) w[v] = load(weights + v * lanes);
  BRICKS_UNROLL
  for (int r = 0; r < R; ++r) {
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) {
      const Vec value = broadcast(x[r * input_row + p * pixel]);
      BRICKS_UNROLL
      for (int v = 0; v < V; ++v) acc[v][r][p] = fmadd(value, w[v], acc[v][r][p]);
    }
  }
}

// As many channels of one block as the hot loops unroll. With two, gcc 12 keeps AVX-512's accumulators in
// registers; with eight it moves four of them to the stack and back, but AVX2 is 1.1 times as fast.
#if defined(BRICKS_ISA_AVX512)
inline constexpr int channel_group = 2;
#else
inline constexpr int channel_group = lanes < 8 ? lanes : 8;
#endif

template <int V, int R, int P>
BRICKS_INLINE void channel_group_step(Vec (&acc)[V][R][P], const float* x, std::ptrdiff_t input_row,
                                      const float* weights) {
#if defined(BRICKS_ISA_NEON64)
  // A multiply-add takes one lane of a register here, so four channels of a pixel are one load and need no
  // broadcast.
  Vec pixels[R][P];
  BRICKS_UNROLL
  for (int r = 0; r < R; ++r) {
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) pixels[r][p] = load(x + r * input_row + p * lanes);
  }
  const auto lane_step = [&]<int lane>(std::integral_constant<int, lane>) __attribute__((always_inline)) {
    BRICKS_UNROLL
    for (int v = 0; v < V; ++v) {
      const Vec w = load(weights + (lane * V + v) * lanes);
      BRICKS_UNROLL
      for (int r = 0; r < R; ++r) {
        BRICKS_UNROLL
        for (int p = 0; p < P; ++p) acc[v][r][p] = vfmaq_laneq_f32(acc[v][r][p], w, pixels[r][p], lane);
      }
    }
  };
  lane_step(std::integral_constant<int, 0>{});
  lane_step(std::integral_constant<int, 1>{});
  lane_step(std::integral_constant<int, 2>{});
  lane_step(std::integral_constant<int, 3>{});
#else
  BRICKS_UNROLL
  for (int i = 0; i < channel_group; ++i)
    channel_step<V, R, P, lanes>(acc, x + i, input_row, weights + i * V * lanes);
#endif
}

template <int V, int R, int P>
BRICKS_INLINE void start_tile(Vec (&acc)[V][R][P], const float* bias) {
  BRICKS_UNROLL
  for (int v = 0; v < V; ++v) {
    const Vec b = load(bias + v * lanes);
    BRICKS_UNROLL
    for (int r = 0; r < R; ++r) {
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) acc[v][r][p] = b;
    }
  }
}

// Sums that stand at `from` already, vectors, rows and pixels so many floats apart.
template <int V, int R, int P>
BRICKS_INLINE void resume_tile(Vec (&acc)[V][R][P], const float* from, std::ptrdiff_t vector,
                               std::ptrdiff_t row, std::ptrdiff_t pixel) {
  BRICKS_UNROLL
  for (int v = 0; v < V; ++v) {
    BRICKS_UNROLL
    for (int r = 0; r < R; ++r) {
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) acc[v][r][p] = load(from + v * vector + r * row + p * pixel);
    }
  }
}

// Cache lines of weights that one channel group asks for: as many as it uses where a tile has so few pixels
// that its weights are hardly used twice, else a share that four tiles of pixels add up to a whole.
template <int V, int R, int P>
inline constexpr int ahead_lines = (V * channel_group * lanes / 16 + 3) / (R * P < 8 ? 1 : 4);

template <int V, int R, int P>
void direct_tile(const DirectTile& t) {
  Vec acc[V][R][P];
  if (t.resumes)
    resume_tile(acc, t.out.to, t.out.block, t.out.row, t.out.pixel);
  else
    start_tile(acc, t.bias);
  const float* w = t.weights;
  const float* ahead = t.ahead;
  const float* block = t.input;
  const std::ptrdiff_t row = t.input_row;
  const std::ptrdiff_t full_blocks = t.last_lanes == lanes ? t.blocks : t.blocks - 1;
  for (std::ptrdiff_t b = 0; b < full_blocks; ++b, block += t.block_stride) {
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap) {
      const float* x = block + t.taps[tap];
      for (int left = lanes; left > 0;
           left -= channel_group, x += channel_group, w += channel_group * V * lanes) {
        forget_origin(x);
        BRICKS_UNROLL
        for (int line = 0; line < ahead_lines<V, R, P>; ++line, ahead += 16) prefetch(ahead);
        channel_group_step(acc, x, row, w);
      }
    }
  }
  if (full_blocks < t.blocks)
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap)
      for (std::ptrdiff_t i = 0; i < t.last_lanes; ++i, w += V * lanes)
        channel_step<V, R, P, lanes>(acc, block + t.taps[tap] + i, row, w);
  finish_tile(acc, t.out);
}

// Plain band: a tap is one channel at one kernel position.
template <int V, int R, int P>
void stem_tile(const DirectTile& t) {
  Vec acc[V][R][P];
  start_tile(acc, t.bias);
  const float* w = t.weights;
  for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap, w += V * lanes)
    channel_step<V, R, P, 1>(acc, t.input + t.taps[tap], t.input_row, w);
  finish_tile(acc, t.out);
}

}  // namespace bricks::kernels::BRICKS_ISA
