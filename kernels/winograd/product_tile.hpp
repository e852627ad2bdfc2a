// One register tile of one matrix product: V vectors of output channels x P tiles, over all input channels.
#pragma once

#include "kernels/conv/direct_tile.hpp"
#include "kernels/conv/tile_table.hpp"

namespace bricks::kernels::BRICKS_ISA {

struct ProductTile {
  const float* input;    // [block][tile][c], blocks `stride` apart
  const float* weights;  // [input channel][V c]
  float* output;         // [V][tile][c], vectors `output_stride` apart
  std::ptrdiff_t channels, stride, output_stride;
  bool resumes;                  // begins with what stands in `output`, not with zeros
  const float* ahead = nullptr;  // asked for meanwhile, a cache line a channel group; null: nothing
  std::ptrdiff_t ahead_gap = 0;  // floats from there to where as many more lines are asked for; 0: none are
};

// Floats that a product tile over so many input channels asks for.
BRICKS_INLINE std::ptrdiff_t product_ahead(std::ptrdiff_t channels) {
  return channels / lanes * (lanes / channel_group) * line_floats;
}

template <int V, int P>
void product_tile(const ProductTile& t) {
  Vec acc[V][1][P];
  if (t.resumes) {
    resume_tile(acc, t.output, t.output_stride, 0, lanes);
  } else {
    BRICKS_UNROLL
    for (int v = 0; v < V; ++v) {
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) acc[v][0][p] = zero();
    }
  }
  const float* block = t.input;
  const float* w = t.weights;
  const float* ahead = t.ahead ? t.ahead : t.weights;
  const std::ptrdiff_t ahead_gap = t.ahead ? t.ahead_gap : 0;
  const std::ptrdiff_t ahead_step = t.ahead ? line_floats : 0;
  std::ptrdiff_t left = t.channels;
  for (; left >= lanes; left -= lanes, block += t.stride) {
    const float* next = left >= 2 * lanes ? block + t.stride : t.input + P * lanes;
    for (int i = 0; i < lanes; i += channel_group, w += channel_group * V * lanes) {
      const float* x = block + i;
      forget_origin(x);
      prefetch_group<V, 1, P>(w, next + i * P, 0);
      prefetch_second_level(ahead);
      prefetch_second_level(ahead + ahead_gap);
      ahead += ahead_step;
      channel_group_step(acc, x, 0, w);
    }
  }
  for (const float* x = block; left > 0; --left, ++x, w += V * lanes)
    channel_step<V, 1, P, lanes>(acc, x, 0, w);
  BRICKS_UNROLL
  for (int v = 0; v < V; ++v) {
    BRICKS_UNROLL
    for (int p = 0; p < P; ++p) store(t.output + v * t.output_stride + p * lanes, acc[v][0][p]);
  }
}

// run[v - 1][p - 1]
struct ProductTiles {
  void (*run[most_vectors][most_pixels])(const ProductTile&);
};

constexpr ProductTiles make_product_tiles() {
  ProductTiles table = {};
  const auto fill = [&]<int V, int... P>(std::integral_constant<int, V>, std::integer_sequence<int, P...>) {
    ((table.run[V - 1][P] = product_tile<V, P + 1>), ...);
  };
  [&]<int... V>(std::integer_sequence<int, V...>) {
    (fill(std::integral_constant<int, V + 1>{}, std::make_integer_sequence<int, most_pixels>{}), ...);
  }
  (std::make_integer_sequence<int, most_vectors>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
