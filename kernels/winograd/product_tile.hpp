// One register tile of one matrix product: V vectors of output channels x P tiles, over all input channels.
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/direct_tile.hpp"
#include "kernels/conv/tile_table.hpp"

namespace bricks::kernels::BRICKS_ISA {

struct ProductTile {
  const float* input;    // [block][tile][c], blocks `stride` apart
  const float* weights;  // [input channel][V c]
  float* output;         // [V][tile][c], vectors `output_stride` apart
  std::ptrdiff_t channels, stride, output_stride;
  bool resumes;  // begins with what stands in `output`, not with zeros
  // Asked for meanwhile, a cache line of each stream a channel group; null: nothing.
  const float* ahead = nullptr;
  std::ptrdiff_t ahead_gap = 0;  // floats from one stream to the next
};

// A single stream is slow and goes to L1: on two Zen 4 cores prefetches into L2 alone are dropped for seconds
// at a time (never those of one core), and Winograd's 512 channels at 14 px then take 2.26 ms, as without
// them, else 1.83; into L1 1.78 at all times. Two streams would take L1's few places for misses from the
// weights at hand: 1024 channels at 7 px take 2.70 ms, into L1 3.30.
template <int streams>
BRICKS_INLINE void ask_for(const float* line) {
  if constexpr (streams == 1)
    prefetch(line);
  else
    prefetch_second_level(line);
}

// streams: of cache lines that are asked for.
template <int V, int P, int streams>
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
  const std::ptrdiff_t ahead_step = t.ahead ? line_floats : 0;
  const auto ask = [&](const float* weights, const float* pixels) __attribute__((always_inline)) {
    if (streams == 1 || !hardware_prefetches) prefetch_group<V, 1, P>(weights, pixels, 0);
    BRICKS_UNROLL
    for (int stream = 0; stream < streams; ++stream) ask_for<streams>(ahead + stream * t.ahead_gap);
    ahead += ahead_step;
  };
  const float *x = block, *next = block;
  std::ptrdiff_t left = t.channels;
  for (; left >= lanes; left -= lanes, block += t.stride) {
    next = left >= 2 * lanes ? block + t.stride : t.input + P * lanes;
    const int stop = stores_alternate && left == lanes ? last_channels : 0;
    x = block;
    for (int i = lanes; i > stop;
         i -= channel_group, x += channel_group, next += channel_group * P, w += channel_group * V * lanes) {
      forget_origin(x);
      ask(w, next);
      channel_group_step(acc, x, 0, w);
    }
  }
  if (!stores_alternate || left > 0 || t.channels == 0) {
    for (x = block; left > 0; --left, ++x, w += V * lanes) channel_step<V, 1, P, lanes>(acc, x, 0, w);
    BRICKS_UNROLL
    for (int v = 0; v < V; ++v) {
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) store(t.output + v * t.output_stride + p * lanes, acc[v][0][p]);
    }
    return;
  }
  for (int i = 0; i < last_channels; i += channel_group) ask(w + i * V * lanes, next + i * P);
  constexpr InlineActivation no_activation;
  const TileOutput out = {t.output, nullptr, t.output_stride, 0, lanes, 0, 0, 0, &no_activation};
  LastChannels<V, 1, P, lanes, false, false>{acc, {x, x + 1, x + 2, x + 3}, 0, w, out, {}}.run();
}

// run[v - 1][p - 1]
struct ProductTiles {
  void (*run[most_vectors][most_pixels])(const ProductTile&);

  // A row of pixels or tiles, cut into `runs`, of which t is the beginning; asks for what lies before
  // ahead_end. Returns how far it came.
  BRICKS_INLINE const float* run_row(std::ptrdiff_t vectors, const EvenRuns& runs, const ProductTile& t,
                                     const float* ahead_end) const {
    const float* ahead = t.ahead;
    runs.for_each([&](std::ptrdiff_t first, std::ptrdiff_t width) {
      ProductTile tile = t;
      tile.input += first * lanes, tile.output += first * lanes;
      tile.ahead = ahead < ahead_end ? ahead : nullptr;
      run[vectors - 1][width - 1](tile);
      ahead += t.channels / lanes * (lanes / channel_group) * line_floats;
    });
    return ahead;
  }
};

template <int streams>
constexpr ProductTiles make_product_tiles() {
  ProductTiles table = {};
  const auto fill = [&]<int V, int... P>(std::integral_constant<int, V>, std::integer_sequence<int, P...>) {
    ((table.run[V - 1][P] = product_tile<V, P + 1, streams>), ...);
  };
  [&]<int... V>(std::integer_sequence<int, V...>) {
    (fill(std::integral_constant<int, V + 1>{}, std::make_integer_sequence<int, most_pixels>{}), ...);
  }
  (std::make_integer_sequence<int, most_vectors>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
