// Depthwise and small-group convolution, 3x3 and 5x5, read in place: a column of input is loaded once for all
// the taps and output pixels of a tile that it touches (up to 6 at 3x3 with two rows), so neither a packed
// band nor a load for every multiply-add is needed. Padding is skipped, not read: rows and columns outside
// the input take no part.
//
// Depthwise without a residual goes by whole rows with AVX2 and SSE4.2 (sliding_row.hpp).
//
// With groups of more than one channel the column is permuted to the output's lanes on the way, once for
// every plane (see planes.hpp); this file takes those groups whose input channels lie in one block for each
// output vector.
#pragma once

#include "kernels/conv/band_tile.hpp"
#include "kernels/conv/direct_tile.hpp"
#include "kernels/conv/lane_gather.hpp"
#include "kernels/conv/sliding_row.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// Two rows of accumulators: 14 of 32 registers beside 9 weights and the column on AVX-512 and NEON, 12 of 16
// on AVX2, 10 on SSE; there the weights are memory operands.
#if defined(BRICKS_ISA_AVX512) || defined(BRICKS_ISA_NEON64)
inline constexpr int sliding_pixels = 7;
#elif defined(BRICKS_ISA_AVX2)
inline constexpr int sliding_pixels = 6;
#else
inline constexpr int sliding_pixels = 5;
#endif

// R x P output pixels of one output vector. Columns are counted from the first tap of the first pixel.
struct SlidingTile {
  const float* const* rows;  // where column 0 of the output's first pixel lies in each; some may lie outside
  std::ptrdiff_t column;     // floats from there to column 0
  const float* weights;      // [plane][tap][c]
  const float* bias;
  const LanePermutation* permutations;  // one a plane
  std::ptrdiff_t planes;
  std::ptrdiff_t row_begin, row_end, column_begin, column_end;  // inside the input
  TileOutput out;
};

// weight(tap)
template <int K, int S, int R, int P, class Weight>
BRICKS_INLINE void add_column(Vec (&acc)[1][R][P], Vec value, const Weight& weight, int row, int column) {
  BRICKS_UNROLL
  for (int r = 0; r < R; ++r) {
    const int ky = row - r * S;
    if (ky < 0 || ky >= K) continue;
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) {
      const int kx = column - p * S;
      if (kx >= 0 && kx < K) accumulate_loaded(acc[0][r][p], value, weight(ky * K + kx));
    }
  }
}

// Whether column i of a tile lies outside the input. Padding is less than a kernel, so only the first and
// last ones can.
template <int K, int columns>
BRICKS_INLINE bool is_padding(const SlidingTile& t, int i) {
  const bool at_border = i < K - 1 || i >= columns - (K - 1);
  return at_border && (i < t.column_begin || i >= t.column_end);
}

// Depthwise, without residual or leaky activation: what a row and column of the input complete is stored
// before the next one is loaded, so that stores and multiply-adds alternate (see last_channels.hpp). On a Zen
// 4 core depthwise 3x3 of 960 channels at 7 px takes 0.82 of the time (82 % of peak for 68), of 384 at 14 px
// 0.90 (87 for 77), of 144 at 56 px, beyond L2, 0.96; mobilenet_v2 0.99. With weights read where they stand,
// so again behind every store, all of these took longer than without; 5x5, whose weights fill no
// registers, 1.05.
template <int S, int R, int P>
BRICKS_INLINE void alternating_tile(const SlidingTile& tile) {
  constexpr int K = 3, rows = (R - 1) * S + K, columns = (P - 1) * S + K;
  // Copies: what is read through a reference is read again behind every store.
  const SlidingTile t = tile;
  const InlineActivationVec f(*t.out.activation);
  Vec acc[1][R][P], weights[K * K];
  start_tile(acc, t.bias);
  BRICKS_UNROLL
  for (int i = 0; i < K * K; ++i) weights[i] = load(t.weights + i * lanes);
  BRICKS_UNROLL
  for (int y = 0; y < rows; ++y) {
    const bool inside = y >= t.row_begin && y < t.row_end;
    const int r = (y - (K - 1)) / S;
    const bool is_complete = y >= K - 1 && r * S + K - 1 == y;
    const float* x = t.rows[y] + t.column;
    float* to = is_complete ? t.out.to + r * t.out.row : nullptr;
    BRICKS_UNROLL
    for (int i = 0; i < columns; ++i) {
      if (inside && !is_padding<K, columns>(t, i))
        add_column<K, S>(
            acc, load(x + i * lanes), [&](int tap) __attribute__((always_inline)) { return weights[tap]; }, y,
            i);
      const int p = (i - (K - 1)) / S;
      if (!is_complete || i < K - 1 || p * S + K - 1 != i) continue;
      store(to, clamp(acc[0][r][p], f.low, f.high));
      to += t.out.pixel;
    }
  }
}

template <int K, int S, int R, int P, bool permuted>
void sliding_tile(const SlidingTile& t) {
  constexpr int rows = (R - 1) * S + K, columns = (P - 1) * S + K;
  if constexpr (stores_alternate && K == 3 && !permuted)
    if (!t.out.residual && !t.out.activation->leaky) return alternating_tile<S, R, P>(t);
  Vec acc[1][R][P];
  start_tile(acc, t.bias);
  const float* weights = t.weights;
  for (std::ptrdiff_t j = 0; j < t.planes; ++j, weights += K * K * lanes) {
    BRICKS_UNROLL
    for (int y = 0; y < rows; ++y) {
      if (y < t.row_begin || y >= t.row_end) continue;
      const float* x = t.rows[y] + t.column;
      BRICKS_UNROLL
      for (int i = 0; i < columns; ++i) {
        if (is_padding<K, columns>(t, i)) continue;
        Vec value = load(x + i * lanes);
        if constexpr (permuted) value = t.permutations[j].unmasked(value);
        add_column<K, S>(
            acc, value, [&](int tap) __attribute__((always_inline)) { return load(weights + tap * lanes); },
            y, i);
      }
    }
  }
  finish_tile(acc, t.out);
}

// Of input under two output rows: 5x5 with stride 2.
inline constexpr int most_sliding_rows = 7;

using RunSliding = void (*)(const SlidingTile&);

using RunSlidingRows = void (*)(const SlidingRows&);

inline constexpr int most_sliding_taps = 5;

// run[rows - 1][pixels - 1]; rows[kernel's rows inside - 1], where there are any
struct SlidingTiles {
  RunSliding run[2][sliding_pixels];
  RunSlidingRows rows[most_sliding_taps] = {};
};

template <int K, int S, int... R>
constexpr void add_sliding_rows(SlidingTiles& tiles, std::integer_sequence<int, R...>) {
  ((tiles.rows[R] = sliding_rows<K, S, R + 1>), ...);
}

template <int K, int S, bool permuted, int... P>
constexpr SlidingTiles make_sliding_tiles(std::integer_sequence<int, P...>) {
  SlidingTiles tiles = {
      {{sliding_tile<K, S, 1, P + 1, permuted>...}, {sliding_tile<K, S, 2, P + 1, permuted>...}}};
  if constexpr (has_sliding_rows && !permuted)
    add_sliding_rows<K, S>(tiles, std::make_integer_sequence<int, K>{});
  return tiles;
}

struct Sliding {
  const ConvGeometry& g;
  const ConvArguments& a;
  const SlidingTiles& tiles;
  InlineActivation activation;
  EvenRuns across;  // a row's tiles
  bool depthwise, is_by_rows;

  // Lane l of plane j comes from this lane of the vector's one input block.
  BRICKS_INLINE std::ptrdiff_t make_permutations(std::ptrdiff_t vector,
                                                 LanePermutation (&permutations)[lanes]) const {
    if (depthwise) return vector;
    const std::ptrdiff_t last = g.problem.out_channels - 1;
    for (std::ptrdiff_t j = 0; j < g.group_in; ++j) {
      int index[lanes];
      for (int l = 0; l < lanes; ++l) {
        const std::ptrdiff_t out = vector * lanes + l < last ? vector * lanes + l : last;
        index[l] = static_cast<int>((out / g.group_out * g.group_in + j) % lanes);
      }
      permutations[j] = LanePermutation(index);
    }
    return vector * lanes / g.group_out * g.group_in / lanes;
  }

  BRICKS_INLINE void tile(SlidingTile t, std::ptrdiff_t y, std::ptrdiff_t x, std::ptrdiff_t height,
                          std::ptrdiff_t width) const {
    const ConvProblem& p = g.problem;
    const std::ptrdiff_t in_x = x * p.stride_w - p.pad_left;
    t.column = in_x * lanes;
    t.column_begin = -in_x, t.column_end = p.in_w - in_x;
    t.out.to += y * t.out.row + x * t.out.pixel;
    if (t.out.residual) t.out.residual += y * t.out.residual_row + x * t.out.residual_pixel;
    tiles.run[height - 1][width - 1](t);
    if (is_inline(a.activation)) return;
    for (std::ptrdiff_t r = 0; r < height; ++r)
      second_pass(a.activation, t.out.to + r * t.out.row, width, t.out.pixel);
  }

  // Tiles of output rows y and, where height is 2, y + 1.
  BRICKS_INLINE void run_rows(SlidingTile t, const float* input, std::ptrdiff_t y,
                              std::ptrdiff_t height) const {
    const ConvProblem& p = g.problem;
    const std::ptrdiff_t in_y = y * p.stride_h - p.pad_top;
    const float* rows[most_sliding_rows];
    t.rows = rows;
    t.row_begin = -in_y, t.row_end = p.in_h - in_y;
    const std::ptrdiff_t ring = p.input_ring_rows;
    std::ptrdiff_t place = ring > 0 && in_y > 0 ? in_y % ring : in_y;
    for (int r = 0; r < most_sliding_rows; ++r, ++place) {
      if (place == ring && ring > 0) place = 0;
      rows[r] = input + place * p.input.row;
    }
    across.for_each([&](std::ptrdiff_t x, std::ptrdiff_t width) { tile(t, y, x, height, width); });
  }

  // Without tiles: neighbouring rows as one where as many of the kernel's rows are inside.
  BRICKS_INLINE void run_by_rows(const SlidingTile& t, const float* input, const BandRows& band) const {
    const ConvProblem& p = g.problem;
    const std::ptrdiff_t ring = p.input_ring_rows > 0 ? p.input_ring_rows : p.in_h;
    SlidingRows rows = {.input = input,
                        .row = p.input.row,
                        .ring = ring,
                        .in_w = p.in_w,
                        .out_w = g.out_w,
                        .pad_left = p.pad_left,
                        .bias = t.bias,
                        .out_row = t.out.row,
                        .out_pixel = t.out.pixel,
                        .activation = t.out.activation};
    for (std::ptrdiff_t y = band.y; y < band.y + band.count; y += rows.count) {
      const auto [begin, end] = taps_inside(y);
      const std::ptrdiff_t in_y = y * p.stride_h - p.pad_top + begin;
      rows.place = in_y < ring ? in_y : in_y % ring;
      rows.weights = t.weights + begin * p.kernel_w * lanes;
      rows.to = t.out.to + y * t.out.row;
      rows.count = 1;
      while (y + rows.count < band.y + band.count && taps_inside(y + rows.count) == taps_inside(y))
        ++rows.count;
      tiles.rows[end - begin - 1](rows);
      if (is_inline(a.activation)) continue;
      for (std::ptrdiff_t r = 0; r < rows.count; ++r)
        second_pass(a.activation, rows.to + r * t.out.row, g.out_w, t.out.pixel);
    }
  }

  struct Taps {
    std::ptrdiff_t begin, end;
    bool operator==(const Taps&) const = default;
  };

  // Rows of the kernel that are inside the input for output row y.
  BRICKS_INLINE Taps taps_inside(std::ptrdiff_t y) const {
    const ConvProblem& p = g.problem;
    const std::ptrdiff_t in_y = y * p.stride_h - p.pad_top;
    return {in_y < 0 ? -in_y : 0, p.in_h - in_y < p.kernel_h ? p.in_h - in_y : p.kernel_h};
  }

  BRICKS_INLINE void run_vector(const BandRows& rows, std::ptrdiff_t vector) const {
    const ConvProblem& p = g.problem;
    LanePermutation permutations[lanes];
    const std::ptrdiff_t block = make_permutations(vector, permutations);
    const float* input = a.input + rows.image * p.input.batch + block * p.input.block;
    SlidingTile t;
    t.weights = a.weights + vector * g.group_in * p.kernel_h * p.kernel_w * lanes;
    t.bias = a.bias + vector * lanes;
    t.permutations = permutations;
    t.planes = g.group_in;
    t.out = band_output(g, a, activation, {rows.image, 0, rows.count}, vector);
    if (is_by_rows) return run_by_rows(t, input, rows);
    for (std::ptrdiff_t y = rows.y; y < rows.y + rows.count; y += 2)
      run_rows(t, input, y, y + 2 <= rows.y + rows.count ? 2 : 1);
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
