// Grouped convolution whose groups do not fill vectors, any group size, depthwise included: an output
// vector's lane l takes input channels group(l) * group_in + j, j = 0 .. group_in - 1. For each j a *plane*
// is packed in which those channels already stand in the output's lanes; then acc[pixel] += plane_j[pixel +
// tap] * w[j][tap], no lane idle and no call a group. Permuting costs one instruction a pixel and plane, done
// once for all taps.
#pragma once

#include "kernels/conv/band.hpp"
#include "kernels/conv/band_tile.hpp"
#include "kernels/conv/lane_gather.hpp"

namespace bricks::kernels::BRICKS_ISA {

#if defined(BRICKS_ISA_AVX512)
inline constexpr int plane_pixels = 14;
#elif defined(BRICKS_ISA_AVX2)
inline constexpr int plane_pixels = 6;
#elif defined(BRICKS_ISA_SSE42)
inline constexpr int plane_pixels = 5;
#else
inline constexpr int plane_pixels = 12;
#endif

// A DirectTile whose blocks are planes; weights [plane][tap][c].
template <int R, int P>
void planes_tile(const DirectTile& t) {
  Vec acc[1][R][P];
  start_tile(acc, t.bias);
  const float* w = t.weights;
  const float* plane = t.input;
  for (std::ptrdiff_t j = 0; j < t.blocks; ++j, plane += t.block_stride)
    for (std::ptrdiff_t tap = 0; tap < t.tap_count; ++tap, w += lanes) {
      const float* x = plane + t.taps[tap];
      const Vec weight = load(w);
      BRICKS_UNROLL
      for (int r = 0; r < R; ++r) {
        BRICKS_UNROLL
        for (int p = 0; p < P; ++p)
          accumulate_loaded(acc[0][r][p], load(x + r * t.input_row + p * lanes), weight);
      }
    }
  finish_tile(acc, t.out);
}

// Adds one source block's lanes to a row of a plane; the first source overwrites what was there, the padding
// with it.
BRICKS_INLINE void permute_row(const ConvGeometry& g, const LanePermutation& permute, bool first,
                               const float* from, float* to) {
  const std::ptrdiff_t step = g.problem.stride_w * lanes;
  for (std::ptrdiff_t phase = 0; phase < g.band.phases; ++phase, to += g.band.columns * lanes) {
    const PhaseColumns c = phase_columns(g, phase);
    const float* x = from + c.first * lanes;
    if (first) {
      zero_pixels<lanes>(to, c.begin);
      for (std::ptrdiff_t q = c.begin; q < c.end; ++q, x += step) store(to + q * lanes, permute(load(x)));
      zero_pixels<lanes>(to + c.end * lanes, g.band.columns - c.end);
    } else {
      for (std::ptrdiff_t q = c.begin; q < c.end; ++q, x += step)
        store(to + q * lanes, bitwise_or(load(to + q * lanes), permute(load(x))));
    }
  }
}

struct Planes {
  const ConvGeometry& g;
  const ConvArguments& a;
  const TileFunctions& functions;
  std::ptrdiff_t* taps;
  float* band;
  InlineActivation activation;

  BRICKS_INLINE void pack_plane(const BandRows& rows, std::ptrdiff_t vector, std::ptrdiff_t j) const {
    const ConvStrides& in = g.problem.input;
    // Lanes without an output channel repeat the last one's.
    std::ptrdiff_t channels[lanes];
    for (int l = 0; l < lanes; ++l) {
      const std::ptrdiff_t out = vector * lanes + l, last = g.problem.out_channels - 1;
      channels[l] = (out < last ? out : last) / g.group_out * g.group_in + j;
    }
    for_each_source(channels, [&](std::ptrdiff_t block, const LanePermutation& permute, bool first) {
      const float* from = a.input + rows.image * in.batch + block * in.block;
      for_each_band_row(g, rows.y, rows.count, [&](std::ptrdiff_t r, std::ptrdiff_t y) {
        float* to = band + j * g.band.block + r * g.band.row;
        if (y >= 0)
          permute_row(g, permute, first, from + y * in.row, to);
        else
          zero_pixels<lanes>(to, g.band.phases * g.band.columns);
      });
    });
  }

  BRICKS_INLINE void run_vector(const BandRows& rows, std::ptrdiff_t vector) const {
    for (std::ptrdiff_t j = 0; j < g.group_in; ++j) pack_plane(rows, vector, j);
    const std::ptrdiff_t tap_count = g.problem.kernel_h * g.problem.kernel_w;
    DirectTile t;
    t.input = band;
    t.weights = a.weights + vector * g.group_in * tap_count * lanes;
    t.bias = a.bias + vector * lanes;
    t.taps = taps;
    t.tap_count = tap_count;
    t.blocks = g.group_in;
    t.block_stride = g.band.block;
    t.last_lanes = lanes;
    t.input_row = g.band.row_step * g.band.row;
    t.out = band_output(g, a, activation, rows, vector);
    BandTile{g, a.activation, functions, t, 1, lanes}.run(rows);
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
