// A 1x1 convolution of a single pixel is a matrix by a vector, bound by how fast its weights come: several
// tiles of output channels at once, each a stream of its own (linear_algorithm.hpp says why). 8192 to 4096
// channels take 0.56 of one tile after another's time on a Zen 3 core with AVX2, 0.68 on two; mobilenet_v2,
// whose last layer is one, 0.975. Seen with AVX2 alone so far.
#pragma once

#include "kernels/conv/band_tile.hpp"
#include "kernels/conv/epilogue.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr int pixel_streams = 4;

BRICKS_INLINE bool is_single_pixel(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  return p.batch * p.in_h * p.in_w == 1 && p.kernel_h * p.kernel_w == 1 && p.groups == 1 && !g.packed;
}

// Tiles of V output vectors, whose weights and outputs follow each other.
template <int V>
struct SinglePixel {
  const ConvGeometry& g;
  const ConvArguments& a;
  const InlineActivation& activation;

  template <int tiles>
  void run(std::ptrdiff_t vector) const {
    const std::ptrdiff_t stream = g.group_in * V * lanes;
    constexpr std::ptrdiff_t floats_ahead = tiles > 1 ? 4 * V * lanes : 1024;
    Vec acc[tiles][V][1][1];
    BRICKS_UNROLL
    for (int tile = 0; tile < tiles; ++tile) start_tile(acc[tile], a.bias + (vector + tile * V) * lanes);
    const float *w = a.weights + vector * g.group_in * lanes, *block = a.input;
    for (std::ptrdiff_t left = g.group_in; left > 0; left -= lanes, block += g.problem.input.block) {
      const float* const end = block + (left < lanes ? left : lanes);
      for (const float* x = block; x < end; ++x, w += V * lanes) {
        const Vec value = broadcast(*x);
        BRICKS_UNROLL
        for (int tile = 0; tile < tiles; ++tile) {
          const float* from = w + tile * stream;
          BRICKS_UNROLL
          for (int i = 0; i < V * lanes; i += line_floats) prefetch(from + floats_ahead + i);
          BRICKS_UNROLL
          for (int v = 0; v < V; ++v) accumulate(acc[tile][v][0][0], value, load(from + v * lanes));
        }
      }
    }
    BRICKS_UNROLL
    for (int tile = 0; tile < tiles; ++tile)
      finish_tile(acc[tile], band_output(g, a, activation, {0, 0, 1}, vector + tile * V));
  }

  // Up to pixel_streams tiles.
  template <int tiles = pixel_streams>
  BRICKS_INLINE void side_by_side(std::ptrdiff_t vector, std::ptrdiff_t count) const {
    if constexpr (tiles > 0) {
      if (count == tiles)
        run<tiles>(vector);
      else
        side_by_side<tiles - 1>(vector, count);
    }
  }
};

template <int V = odd_vectors>
BRICKS_INLINE void single_pixel_tiles(const ConvGeometry& g, const ConvArguments& a,
                                      const InlineActivation& activation, std::ptrdiff_t vector,
                                      std::ptrdiff_t vectors, std::ptrdiff_t tiles) {
  if constexpr (V > 1)
    if (vectors < V) return single_pixel_tiles<V - 1>(g, a, activation, vector, vectors, tiles);
  const SinglePixel<V> pixel{g, a, activation};
  for (; tiles > 0; tiles -= pixel_streams, vector += pixel_streams * V)
    pixel.side_by_side(vector, tiles < pixel_streams ? tiles : pixel_streams);
}

BRICKS_INLINE void run_single_pixel(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range) {
  const InlineActivation activation = inline_activation(a.activation);
  for (std::ptrdiff_t tile = range.tile_begin; tile < range.tile_end;) {
    const auto [first, vectors] = g.vectors_of_tile(tile);
    std::ptrdiff_t end = tile + 1;
    while (end < range.tile_end && g.vectors_of_tile(end).count == vectors) ++end;
    single_pixel_tiles(g, a, activation, first, vectors, end - tile);
    if (!is_inline(a.activation))
      for (std::ptrdiff_t v = first; v < first + (end - tile) * vectors; ++v)
        second_pass(a.activation, band_output(g, a, activation, {0, 0, 1}, v).to, 1, lanes);
    tile = end;
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
