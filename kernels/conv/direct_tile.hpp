// The universal register tile of direct convolution: V output-channel vectors x R rows x P pixels stay in
// registers over the whole reduction. Every step takes one input channel of one tap: V weight vectors, and
// for each pixel one broadcast input value that V multiply-adds share.
//
// The input it reads has no edges and a pixel stride that is known when it is compiled (c floats, or 1 in a
// plain band); strides, padding and dilation are in the band and in the table of tap offsets.
//
// Reached on a Zen 5 core, share of the FMA peak measured in the same rounds (kernels_bench): AVX-512 91 to
// 98 % at 3x3 with 64 channels and more, 85 to 94 % at 1x1, 83 to 93 % for stems; AVX2 89 to 95 %; SSE4.2 67
// %, where a multiply-add is two instructions and a broadcast two more. On a Cascade Lake core 85 to 92 % at
// 3x3 and 84 to 88 % at 1x1 with AVX-512 (75 % with 64 channels in, where the output's stores weigh), AVX2 80
// to 86 % and 60 to 75 %; on a Zen 3 core at best 90 to 96 % at 3x3 and 7x7 and 80 to 90 % at 1x1, of which a
// busy neighbour on its other hardware thread takes 10 to 20 points; on an Emerald Rapids core with such a
// neighbour, AVX-512, 70 to 97 % at 1x1 from 128 channels and more at 14 px and more, 69 and 83 % from 64,
// and 68 to 88 % at 3x3 (one round of each). What took it there from 70 to 80 %: sums that stay in their
// registers (accumulate), what prefetch_group asks for, and the loop over full blocks of channels alone: with
// a remainder of less than a block within it, gcc 12 allots registers for both loops at once. Tried without
// effect: a compiler barrier before every channel, asking for the output's cache lines ahead, a line at every
// channel group, broadcasts within the multiply-adds for all pixels or some (Emerald Rapids, alone and beside
// a busy neighbour, AVX-512; no tile of 3 x 9 was faster there either). On NEON gcc's 4 x 6 tile with
// broadcasts touched the stack 140 times, 2 x 8 by lane does not.
#pragma once

#include "kernels/conv/epilogue.hpp"
#include "kernels/conv/last_channels.hpp"
#include "kernels/simd/simd.hpp"

#include <type_traits>

namespace bricks::kernels::BRICKS_ISA {

// The largest tile, and that of odd numbers of vectors. Keep in step with direct_tile() and tile_for() in
// conv_geometry.cpp, which say why.
#if defined(BRICKS_ISA_AVX512)
inline constexpr int most_vectors = 2, most_pixels = 14, odd_vectors = 3, odd_pixels = 9;
#elif defined(BRICKS_ISA_AVX2)
inline constexpr int most_vectors = 2, most_pixels = 6, odd_vectors = 2, odd_pixels = 6;
#elif defined(BRICKS_ISA_SSE42)
inline constexpr int most_vectors = 3, most_pixels = 4, odd_vectors = 3, odd_pixels = 4;
#else
inline constexpr int most_vectors = 2, most_pixels = 8, odd_vectors = 2, odd_pixels = 8;
#endif

struct DirectTile {
  const float* input;          // first pixel of the first row
  const float* weights;        // [block][tap][lane][V c]
  const float* bias;           // [V c]
  const std::ptrdiff_t* taps;  // offsets from input
  std::ptrdiff_t tap_count;
  std::ptrdiff_t blocks, block_stride, last_lanes;  // the last block has that many channels, the others c
  std::ptrdiff_t input_row;                         // from one output row's input to the next's
  const unsigned char* trims = nullptr;             // of each tap, narrow tiles alone (narrow_tile.hpp)
  const float* ahead = nullptr;                     // weights to bring into the cache meanwhile
  bool resumes = false;                             // begins with what stands in `out`, not with the bias
  TileOutput out;
};

// Rows and pixels of a tile that a step adds to.
struct TileWindow {
  int row_begin, row_end, pixel_begin, pixel_end;
};

// half: the last of the V vectors has output channels in the lower half of its lanes alone.
template <int V, int R, int P, int pixel, bool half = false, TileWindow window = TileWindow{0, R, 0, P}>
BRICKS_INLINE void channel_step(Vec (&acc)[V][R][P], const float* x, std::ptrdiff_t input_row,
                                const float* weights) {
  Vec w[V];
  BRICKS_UNROLL
  for (int v = 0; v < V; ++v) w[v] = load(weights + v * lanes);
  BRICKS_UNROLL
  for (int r = window.row_begin; r < window.row_end; ++r) {
    BRICKS_UNROLL
    for (int p = window.pixel_begin; p < window.pixel_end; ++p) {
      const float& from = x[r * input_row + p * pixel];
      const Vec value = half && V == 1 ? broadcast_half(from) : broadcast(from);
      BRICKS_UNROLL
      for (int v = 0; v < V; ++v)
        if (half && v == V - 1)
          accumulate_half(acc[v][r][p], value, w[v]);
        else
          accumulate(acc[v][r][p], value, w[v]);
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

template <int V, int R, int P, bool half = false, TileWindow window = TileWindow{0, R, 0, P}>
BRICKS_INLINE void channel_group_step(Vec (&acc)[V][R][P], const float* x, std::ptrdiff_t input_row,
                                      const float* weights) {
#if defined(BRICKS_ISA_NEON64)
  // A multiply-add takes one lane of a register here, so four channels of a pixel are one load and need no
  // broadcast.
  Vec pixels[R][P];
  BRICKS_UNROLL
  for (int r = window.row_begin; r < window.row_end; ++r) {
    BRICKS_UNROLL
    for (int p = window.pixel_begin; p < window.pixel_end; ++p)
      pixels[r][p] = load(x + r * input_row + p * lanes);
  }
  const auto lane_step = [&]<int lane>(std::integral_constant<int, lane>) __attribute__((always_inline)) {
    BRICKS_UNROLL
    for (int v = 0; v < V; ++v) {
      const Vec w = load(weights + (lane * V + v) * lanes);
      BRICKS_UNROLL
      for (int r = window.row_begin; r < window.row_end; ++r) {
        BRICKS_UNROLL
        for (int p = window.pixel_begin; p < window.pixel_end; ++p)
          acc[v][r][p] = vfmaq_laneq_f32(acc[v][r][p], w, pixels[r][p], lane);
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
    channel_step<V, R, P, lanes, half, window>(acc, x + i, input_row, weights + i * V * lanes);
#endif
}

// Floats ahead of its use that a weight is asked for: a tile of weights is hardly ever within L1.
inline constexpr std::ptrdiff_t weights_ahead = 512;

// Of one channel group.
template <int V>
BRICKS_INLINE void prefetch_weights(const float* weights) {
  BRICKS_UNROLL
  for (int i = 0; i < V * channel_group * lanes; i += line_floats) prefetch(weights + weights_ahead + i);
}

// Whether to leave what prefetch_group asks for to the hardware. With AVX2 a group takes half as long, and
// its requests take the places of misses that the hardware's prefetcher needs: on two Zen 3 cores 1x1
// convolutions take 0.7 to 1.0 of the time without, resnet50, squeezenet_v1.1 and mobilenet_v2 0.95.
// Winograd's products alone want it (vgg16 1.05 without, on one core).
inline constexpr bool hardware_prefetches = lanes == 8;

// Asks for what comes after one channel group: weights some way ahead, and the group's share of the pixels of
// a later block of channels, or of the next tile after the last. They lie far from this block's, where the
// hardware's prefetcher does not look. Of 1x1 convolutions, whose every block is new to L1, it takes 5 to 20
// % of the time (Cascade Lake, AVX-512, without: 73 to 80 % of peak, with: 84 to 88 %), of 3x3 ones 3 %, of
// Winograd's products 8 %.
template <int V, int R, int P>
BRICKS_INLINE void prefetch_group(const float* weights, const float* next, std::ptrdiff_t input_row) {
  prefetch_weights<V>(weights);
  BRICKS_UNROLL
  for (int r = 0; r < R; ++r) {
    BRICKS_UNROLL
    for (int i = 0; i < P * channel_group; i += line_floats) prefetch(next + r * input_row + i);
  }
}

// With one vector of output channels every multiply-add waits for a load. There two neighbouring taps go at
// once where both fit, as their pixels but one are the same: 17 loads instead of 30 for 28 multiply-adds. 7x7
// and 11x11 from 64 to 16 channels go from 67 and 69 % of peak to 80 and 85 %. Two rows of pixels at once
// took them to 57 and 60 %. The order of sums depends on the tile's width alone, not on how rows are dealt
// out: tiles that narrow are paired by rows.
template <int V, int R, int P>
inline constexpr bool pairs_taps = lanes == 16 && V == 1 && R == 1 && P > most_pixels / 2;

template <int P, bool half>
BRICKS_INLINE void tap_pair_step(Vec (&acc)[1][1][P], const float* x, const float* weights) {
  const Vec left = load(weights), right = load(weights + lanes * lanes);
  BRICKS_UNROLL
  for (int p = 0; p <= P; ++p) {
    const Vec value = half ? broadcast_half(x[p * lanes]) : broadcast(x[p * lanes]);
    constexpr auto sum = half ? accumulate_half : accumulate;
    if (p < P) sum(acc[0][0][p], value, left);
    if (p > 0) sum(acc[0][0][p - 1], value, right);
  }
}

// One block of input channels.
template <int P, bool half>
BRICKS_INLINE void tap_pair(Vec (&acc)[1][1][P], const float* x, const float* next, const float* weights) {
  for (int left = lanes; left > 0; left -= channel_group) {
    forget_origin(x);
    prefetch_group<1, 1, P>(weights, next, 0);
    prefetch_weights<1>(weights + lanes * lanes);
    BRICKS_UNROLL
    for (int i = 0; i < channel_group; ++i) tap_pair_step<P, half>(acc, x + i, weights + i * lanes);
    x += channel_group, next += channel_group * P, weights += channel_group * lanes;
  }
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

template <int V, int R, int P>
BRICKS_INLINE void begin_tile(Vec (&acc)[V][R][P], const DirectTile& t) {
  if (t.resumes)
    resume_tile(acc, t.out.to, t.out.block, t.out.row, t.out.pixel);
  else
    start_tile(acc, t.bias);
}

// Cache lines of weights to come that one tap asks for: as many as it uses where a tile has so few pixels
// that its weights are hardly used twice, else a share that four tiles of pixels add up to a whole.
template <int V, int R, int P>
inline constexpr int ahead_lines = (V * lanes * lanes / line_floats + 3) / (R * P <= most_pixels / 2 ? 1 : 4);

// What the epilogue reads, while the tile is reduced: 5 % of a 1x1 convolution from 64 channels.
template <int V, int R, int P>
BRICKS_INLINE void prefetch_residual(const TileOutput& out) {
  for (int v = 0; v < V; ++v)
    for (int r = 0; r < R; ++r)
      for (int p = 0; p < P; ++p)
        prefetch(out.residual + v * out.residual_block + r * out.residual_row + p * out.residual_pixel);
}

// Blocks of input channels ahead whose pixels are asked for. Over inputs from memory or the last level one
// block takes less time than they do (224 multiply-adds of 14 pixels by one vector of outputs): on two Zen 4
// cores 4096->11 over 98 MB takes 8.0 ms one ahead, 6.5, 6.1, 5.8 and 5.8 two to six ahead, 512->32 at 56 px
// 0.55 and 0.47 ms one and two ahead, 3x3 with stride 2 1.01 to 1.05 of the time. AVX2's blocks take as long
// with half the pixels; there two ahead are 0.93 to 1.0 as fast as one.
template <int V>
inline constexpr std::ptrdiff_t ahead_blocks = lanes < 16 ? 1
                                               : V == 1   ? 4
                                                          : 2;

template <int V, int R, int P, bool half>
void direct_tile(const DirectTile& t) {
  Vec acc[V][R][P];
  begin_tile(acc, t);
  if (t.out.residual) prefetch_residual<V, R, P>(t.out);
  const float* w = t.weights;
  const float* ahead = t.ahead;
  const float *block = t.input, *x = block, *next = block;
  const std::ptrdiff_t row = t.input_row;
  const float* next_tile = block + (R == 1 ? P * lanes : R * row);
  const std::ptrdiff_t full_blocks = t.last_lanes == lanes ? t.blocks : t.blocks - 1;
  for (std::ptrdiff_t b = 0; b < full_blocks; ++b, block += t.block_stride) {
    const float* next_block = b + ahead_blocks<V> < full_blocks
                                  ? block + ahead_blocks<V> * t.block_stride
                                  : next_tile + (b + ahead_blocks<V> - full_blocks) * t.block_stride;
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap) {
      x = block + t.taps[tap];
      next = next_block + t.taps[tap];
      const int stop = stores_alternate && b + 1 == t.blocks && tap + 1 == t.tap_count ? last_channels : 0;
      if constexpr (pairs_taps<V, R, P>)
        if (tap + 2 < t.tap_count && t.taps[tap + 1] == t.taps[tap] + lanes) {
          tap_pair<P, half>(acc, x, next, w);
          w += 2 * lanes * lanes, ++tap;
          continue;
        }
      if (ahead)
        for (int line = 0; line < ahead_lines<V, R, P>; ++line, ahead += line_floats) prefetch(ahead);
      for (int left = lanes; left > stop; left -= channel_group, x += channel_group,
               next += channel_group * P, w += channel_group * V * lanes) {
        forget_origin(x);
        if (!hardware_prefetches) prefetch_group<V, R, P>(w, next, row);
        channel_group_step<V, R, P, half>(acc, x, row, w);
      }
    }
  }
  std::ptrdiff_t left = stores_alternate ? last_channels : 0;
  if (full_blocks < t.blocks) {
    for (std::ptrdiff_t tap = 0; tap + 1 < t.tap_count; ++tap)
      for (std::ptrdiff_t i = 0; i < t.last_lanes; ++i, w += V * lanes)
        channel_step<V, R, P, lanes, half>(acc, block + t.taps[tap] + i, row, w);
    x = block + t.taps[t.tap_count - 1];
    left = t.last_lanes;
  } else {
    for (int i = 0; i < left; i += channel_group)
      prefetch_group<V, R, P>(w + i * V * lanes, next + i * P, row);
  }
  const auto reduce = [&](std::ptrdiff_t count) __attribute__((always_inline)) {
    for (; count > 0; --count, ++x, w += V * lanes) channel_step<V, R, P, lanes, half>(acc, x, row, w);
  };
  if (!stores_alternate || left < last_channels || t.out.activation->leaky) {
    reduce(left);
    return finish_tile(acc, t.out);
  }
  reduce(left - last_channels);
  add_residual(acc, t.out);
  LastChannels<V, R, P, lanes, half>{acc, {x, x + 1, x + 2, x + 3}, row, w, t.out, {}}.run();
}

// Taps of a stem that its loop unrolls. With AVX2 counting each is 4 instructions beside 21: one at a time
// 7x7 from 3 channels takes 6 % longer on a Zen 3 core whose other hardware thread is busy, and reaches 90 %
// of peak at best instead of 93.
inline constexpr int stem_taps = lanes == 8 ? 4 : 1;

// Plain band: a tap is one channel at one kernel position.
template <int V, int R, int P>
void stem_tile(const DirectTile& t) {
  Vec acc[V][R][P];
  start_tile(acc, t.bias);
  const float* w = t.weights;
  const std::ptrdiff_t* tap = t.taps;
  const auto reduce = [&](std::ptrdiff_t count) __attribute__((always_inline)) {
    if constexpr (stem_taps > 1)
      for (; count >= stem_taps; count -= stem_taps, tap += stem_taps, w += stem_taps * V * lanes) {
        BRICKS_UNROLL
        for (int i = 0; i < stem_taps; ++i)
          channel_step<V, R, P, 1>(acc, t.input + tap[i], t.input_row, w + i * V * lanes);
      }
    for (; count > 0; --count, ++tap, w += V * lanes)
      channel_step<V, R, P, 1>(acc, t.input + *tap, t.input_row, w);
  };
  if constexpr (stores_alternate)
    if (t.tap_count >= last_channels && !t.out.activation->leaky && !t.out.residual) {
      reduce(t.tap_count - last_channels);
      const float* const x = t.input;
      return LastChannels<V, R, P, 1>{
          acc, {x + tap[0], x + tap[1], x + tap[2], x + tap[3]}, t.input_row, w, t.out}
          .run();
    }
  reduce(t.tap_count);
  finish_tile(acc, t.out);
}

}  // namespace bricks::kernels::BRICKS_ISA
