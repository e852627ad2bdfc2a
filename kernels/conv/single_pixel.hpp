// A 1x1 convolution of a single pixel an image is a matrix by a vector, bound by how fast its weights come:
// several tiles of output channels at once, each a stream of its own (simd/streams.hpp). 8192 to 4096
// channels take 0.56 of one tile after another's time on a Zen 3 core with AVX2, 0.68 on two; mobilenet_v2,
// whose last layer is one, 0.975.
#pragma once

#include "kernels/conv/band_tile.hpp"
#include "kernels/conv/epilogue.hpp"
#include "kernels/simd/streams.hpp"
#include "kernels/simd/with_constant.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Whatever the batch: a chain, which goes image by image, sums up in the same order (kernels/conv_chain).
BRICKS_INLINE bool is_single_pixel(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  return p.in_h * p.in_w == 1 && p.kernel_h * p.kernel_w == 1 && p.groups == 1 && !g.packed;
}

// Tiles of V output vectors, whose weights and outputs follow each other.
template <int V>
struct SinglePixel {
  const ConvGeometry& g;
  const ConvArguments& a;
  const InlineActivation& activation;
  std::ptrdiff_t image;

  template <int tiles>
  void run(std::ptrdiff_t vector) const {
    const std::ptrdiff_t stream = g.group_in * V * lanes;
    Vec acc[tiles][V][1][1];
    BRICKS_UNROLL
    for (int tile = 0; tile < tiles; ++tile) start_tile(acc[tile], a.bias + (vector + tile * V) * lanes);
    const float *w = a.weights + vector * g.group_in * lanes,
                *block = a.input + image * g.problem.input.batch;
    for (std::ptrdiff_t left = g.group_in; left > 0; left -= lanes, block += g.problem.input.block) {
      const float* const end = block + (left < lanes ? left : lanes);
      for (const float* x = block; x < end; ++x, w += V * lanes) {
        const Vec value = broadcast(*x);
        BRICKS_UNROLL
        for (int tile = 0; tile < tiles; ++tile) {
          const float* from = w + tile * stream;
          prefetch_floats<V * lanes>(from + floats_ahead<tiles, V * lanes>);
          BRICKS_UNROLL
          for (int v = 0; v < V; ++v) accumulate_loaded(acc[tile][v][0][0], value, load(from + v * lanes));
        }
      }
    }
    BRICKS_UNROLL
    for (int tile = 0; tile < tiles; ++tile)
      finish_tile(acc[tile], band_output(g, a, activation, {image, 0, 1}, vector + tile * V));
  }

  BRICKS_INLINE void run_all(std::ptrdiff_t vector, std::ptrdiff_t tiles) const {
    for (; tiles > 0; tiles -= memory_streams, vector += memory_streams * V)
      with_constant<memory_streams>(
          tiles < memory_streams ? tiles : memory_streams,
          [&]<int count>(std::integral_constant<int, count>) { run<count>(vector); });
  }
};

BRICKS_INLINE void run_single_pixel(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range,
                                    std::ptrdiff_t image) {
  const InlineActivation activation = inline_activation(a.activation);
  for (std::ptrdiff_t tile = range.tile_begin; tile < range.tile_end;) {
    const std::ptrdiff_t begin = g.vectors_of_tile(tile).first, vectors = g.vectors_of_tile(tile).count;
    std::ptrdiff_t end = tile + 1;
    while (end < range.tile_end && g.vectors_of_tile(end).count == vectors) ++end;
    with_constant<odd_vectors>(vectors, [&]<int V>(std::integral_constant<int, V>) {
      SinglePixel<V>{g, a, activation, image}.run_all(begin, end - tile);
    });
    if (!is_inline(a.activation))
      for (std::ptrdiff_t v = begin; v < begin + (end - tile) * vectors; ++v)
        second_pass(a.activation, band_output(g, a, activation, {image, 0, 1}, v).to, 1, lanes);
    tile = end;
  }
}

BRICKS_INLINE void run_single_pixels(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range) {
  for (std::ptrdiff_t image = range.row_begin; image < range.row_end; ++image)
    run_single_pixel(g, a, range, image);
}

}  // namespace bricks::kernels::BRICKS_ISA
