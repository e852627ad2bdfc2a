// Rows of a depthwise convolution's output where there are 16 registers, as tiles of so few pixels are over
// too soon: a column of input is loaded once for all taps and output pixels of a row that it touches, and
// what it completes is stored before the next one is loaded. As many sums as a row of taps has (over the
// stride) are under way, and 3x3 weights stay in registers for all rows. Rows and columns outside the input
// take no part.
//
// Share of peak on a Zen 3 core with AVX2, by tiles and by rows: 3x3 with 32 channels at 112 px 27 and 80 %,
// with 144 at 56 px 35 and 79, with 384 at 14 px 37 and 62, with 960 at 7 px 29 and 46; 96 at 112 px with
// stride 2 20 and 53; 5x5 with 240 at 28 px 35 and 72. A tile of 2 x 6 pixels is 54 cycles of multiply-adds;
// its call, the branches at its border and its weights took as long. SSE4.2 takes 0.65 to 0.8 of the time,
// mobilenet_v2 0.95 (AVX2, one core and two). No gain: the loop unrolled by the three pixels under way, so
// that no sum moves from register to register.
#pragma once

#include "kernels/conv/epilogue.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// AVX-512 and NEON64 have registers for tiles of two rows (sliding.hpp).
#if defined(BRICKS_ISA_AVX2) || defined(BRICKS_ISA_SSE42)
inline constexpr bool has_sliding_rows = true;
#else
inline constexpr bool has_sliding_rows = false;
#endif

struct SlidingRows {
  const float* input;             // row 0, column 0
  std::ptrdiff_t place = 0, row;  // of the first row's input, and from one to the next
  std::ptrdiff_t ring;            // rows after which the input begins again
  std::ptrdiff_t in_w, out_w, pad_left;
  const float* weights = nullptr;  // [input row][column of taps][c]
  const float* bias;
  float* to = nullptr;
  std::ptrdiff_t out_row, out_pixel, count = 0;
  const InlineActivation* activation;  // no leaky one
};

// Rows of a K x K kernel with stride S, R of whose rows are inside the input.
template <int K, int S, int R>
struct SlidingRowsRun {
  static constexpr int sums = (K + S - 1) / S;
  static constexpr bool keeps_weights = K == 3;

  // A copy: what is read through a reference is read again behind every store.
  const SlidingRows t;
  const InlineActivationVec f{*t.activation};
  const Vec bias = load(t.bias);
  Vec kept[keeps_weights ? R * K : 1] = {};
  const float* rows[R] = {};
  Vec sum[sums] = {};  // sum[i]: of output pixel stage - i

  BRICKS_INLINE Vec weight(int i) const { return keeps_weights ? kept[i] : load(t.weights + i * lanes); }

  BRICKS_INLINE void start() {
    BRICKS_UNROLL
    for (int i = 0; i < sums; ++i) sum[i] = bias;
  }

  // Column j of a stage is that under tap j of the newest pixel.
  BRICKS_INLINE void add_column(std::ptrdiff_t column, int j) {
    BRICKS_UNROLL
    for (int r = 0; r < R; ++r) {
      const Vec value = load(rows[r] + column * lanes);
      BRICKS_UNROLL
      for (int i = 0; i < sums; ++i)
        if (const int tap = j + i * S; tap < K) accumulate_loaded(sum[i], value, weight(r * K + tap));
    }
  }

  BRICKS_INLINE void write(float* to) const { store(to, clamp(sum[sums - 1], f.low, f.high)); }

  BRICKS_INLINE void advance() {
    BRICKS_UNROLL
    for (int i = sums - 1; i > 0; --i) sum[i] = sum[i - 1];
    sum[0] = bias;
  }

  BRICKS_INLINE void edge(float* to, std::ptrdiff_t begin, std::ptrdiff_t end) {
    for (std::ptrdiff_t stage = begin; stage < end; ++stage) {
      BRICKS_UNROLL
      for (int j = 0; j < S; ++j) {
        const std::ptrdiff_t column = stage * S - t.pad_left + j;
        if (column >= 0 && column < t.in_w) add_column(column, j);
      }
      if (const std::ptrdiff_t done = stage - (sums - 1); done >= 0) write(to + done * t.out_pixel);
      advance();
    }
  }

  BRICKS_INLINE void run() {
    if constexpr (keeps_weights) {
      BRICKS_UNROLL
      for (int i = 0; i < R * K; ++i) kept[i] = load(t.weights + i * lanes);
    }
    // Between begin and end stages complete a pixel, and all their columns are inside.
    const std::ptrdiff_t stages = t.out_w + sums - 1, first = t.pad_left / S,
                         first_inside = (t.pad_left + S - 1) / S;
    const std::ptrdiff_t after = t.in_w + t.pad_left < S ? 0 : (t.in_w + t.pad_left - S) / S + 1;
    std::ptrdiff_t begin = first_inside > sums - 1 ? first_inside : sums - 1;
    if (begin > stages) begin = stages;
    std::ptrdiff_t end = after < stages ? after : stages;
    if (end < begin) end = begin;
    float* to_row = t.to;
    std::ptrdiff_t place = t.place;
    for (std::ptrdiff_t y = 0; y < t.count; ++y, to_row += t.out_row) {
      BRICKS_UNROLL
      for (int r = 0; r < R; ++r)
        rows[r] = t.input + (place + r < t.ring ? place + r : place + r - t.ring) * t.row;
      place += S;
      if (place >= t.ring) place -= t.ring;
      start();
      edge(to_row, first, begin);
      std::ptrdiff_t column = begin * S - t.pad_left;
      float* to = to_row + (begin - (sums - 1)) * t.out_pixel;
      for (std::ptrdiff_t stage = begin; stage < end; ++stage, column += S, to += t.out_pixel) {
        BRICKS_UNROLL
        for (int j = 0; j < S; ++j) add_column(column + j, j);
        write(to);
        advance();
      }
      edge(to_row, end, stages);
    }
  }
};

template <int K, int S, int R>
void sliding_rows(const SlidingRows& rows) {
  SlidingRowsRun<K, S, R>{rows}.run();
}

}  // namespace bricks::kernels::BRICKS_ISA
