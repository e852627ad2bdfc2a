// A pass over a range of tiles. Reached on two Cascade Lake cores with AVX-512 (peak 305 GFLOP/s),
// effective GFLOP/s of F(4x4): 560 at 64 channels and 224 px, 600 at 256 and 56 and at 512 and 28, 430 at
// 512 and 14 and at 256 and 14; F(2x2) 245 at 512 and 7.
// Tried without effect or for the worse: asking ahead for the lines that the transforms write (0.9 to 1.08),
// and for the products that the output's reads (0.99 to 1.03).
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/epilogue.hpp"
#include "kernels/winograd/product_tile.hpp"
#include "kernels/winograd/transforms.hpp"
#include "kernels/winograd/winograd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// The most tiles of a pass; ConvWinograd::pass_tiles stays within it.
inline constexpr int most_pass_tiles = 64;

// The first output pixel of a tile; its pixels are a dilation apart.
struct TilePlace {
  std::ptrdiff_t image, y, x;
};

// m x m output pixels of a kernel of t - m + 1 taps a side.
template <int t, int m>
struct WinogradRun {
  static constexpr int r = t - m + 1, taps = r * r;

  const ConvGeometry& g;
  const ConvArguments& a;
  const ProductTiles& products;
  float* v;  // [point][input block][tile][c]
  float* q;  // [point][output vector of a tile][tile][c]
  float* u;  // [tile of output channels, if all are kept][point][input channel of a part][V c]
  InlineActivation activation;

  // Tiles count through the columns of all interleaved images of a row, then through rows.
  BRICKS_INLINE TilePlace place(std::ptrdiff_t tile) const {
    const ConvWinograd& w = g.winograd;
    const std::ptrdiff_t row = tile / w.tile_columns, column = tile % w.tile_columns;
    const std::ptrdiff_t image = row / w.tile_rows, y = row % w.tile_rows;
    return {image, y / w.image_rows + y % w.image_rows * m * g.problem.dilation_h,
            column / w.image_columns + column % w.image_columns * m * g.problem.dilation_w};
  }

  // A patch that hangs over the edge is copied into a frame of zeros first.
  BRICKS_INLINE void transform_edge(const float* from, std::ptrdiff_t y, std::ptrdiff_t x, float* to) const {
    const ConvProblem& p = g.problem;
    alignas(64) float patch[t * t * lanes];
    BRICKS_UNROLL
    for (int i = 0; i < t; ++i) {
      const std::ptrdiff_t in_y = y + i * p.dilation_h;
      const bool inside = in_y >= 0 && in_y < p.in_h;
      BRICKS_UNROLL
      for (int j = 0; j < t; ++j) {
        const std::ptrdiff_t in_x = x + j * p.dilation_w;
        const bool real = inside && in_x >= 0 && in_x < p.in_w;
        store(patch + (i * t + j) * lanes, real ? load(from + in_y * p.input.row + in_x * lanes) : zero());
      }
    }
    transform_patch<t>(patch, t * lanes, lanes, to, g.winograd.input_plane);
  }

  // Blocks outside, tiles inside: six streams that the hardware prefetches, against six for every block.
  BRICKS_INLINE void transform_block(std::ptrdiff_t block, const TilePlace* places,
                                     std::ptrdiff_t count) const {
    const ConvProblem& p = g.problem;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      const TilePlace at = places[i];
      const std::ptrdiff_t y = at.y - p.pad_top, x = at.x - p.pad_left;
      const bool inside =
          y >= 0 && x >= 0 && y + (t - 1) * p.dilation_h < p.in_h && x + (t - 1) * p.dilation_w < p.in_w;
      const float* from = a.input + at.image * p.input.batch + block * p.input.block;
      float* to = v + (block * count + i) * lanes;
      if (inside)
        transform_patch<t>(from + y * p.input.row + x * lanes, p.dilation_h * p.input.row,
                           p.dilation_w * lanes, to, g.winograd.input_plane);
      else
        transform_edge(from, y, x, to);
    }
  }

  // Of the weights of one tile of output channels, packed as for direct convolution.
  BRICKS_INLINE void transform_filters(const float* from, std::ptrdiff_t channels, std::ptrdiff_t vectors,
                                       float* to) const {
    const std::ptrdiff_t width = vectors * lanes;
    for (std::ptrdiff_t left = channels; left > 0; left -= lanes, from += taps * lanes * width) {
      const std::ptrdiff_t in_block = left < lanes ? left : lanes;
      for (std::ptrdiff_t i = 0; i < in_block * width; i += lanes, to += lanes)
        transform_filter<t, r>(from + i, in_block * width, to, g.winograd.filter_plane);
    }
  }

  // The part of the filters of one tile of output channels that begins at an input channel.
  struct Part {
    std::ptrdiff_t begin, channels, vectors;
    const float* filters;
    // Weights that are transformed next, brought into L2 meanwhile: of 512 channels at 14 and 28 px 1.04
    // times as fast on two cores, of 1024 at 7 px, from memory, 1.05. Where they are near already it costs
    // nothing.
    const float *ahead, *ahead_end;
  };

  BRICKS_INLINE void multiply(const Part& part, std::ptrdiff_t count) const {
    const EvenRuns runs = pixel_tiles(count, most_pixels);
    const float* ahead = part.ahead;
    for (int k = 0; k < t * t; ++k)
      runs.for_each([&](std::ptrdiff_t first, std::ptrdiff_t width) {
        products.run[part.vectors - 1][width - 1](
            {.input = v + k * g.winograd.input_plane + part.begin * count + first * lanes,
             .weights = part.filters + k * g.winograd.filter_plane,
             .output = q + k * g.winograd.product_plane + first * lanes,
             .channels = part.channels,
             .stride = count * lanes,
             .resumes = part.begin > 0,
             .ahead = ahead < part.ahead_end ? ahead : nullptr});
        ahead += product_ahead(part.channels);
      });
  }

  BRICKS_INLINE void multiply_tile(std::ptrdiff_t tile, std::ptrdiff_t vector, std::ptrdiff_t vectors,
                                   std::ptrdiff_t count, bool transformed, bool is_last) const {
    const ConvWinograd& w = g.winograd;
    float* filters = u + (w.keeps_filters ? tile * t * t * w.filter_plane : 0);
    for (std::ptrdiff_t begin = 0; begin < g.group_in; begin += w.part_channels) {
      const std::ptrdiff_t left = g.group_in - begin;
      const std::ptrdiff_t channels = left < w.part_channels ? left : w.part_channels;
      const float* weights = a.weights + (vector * g.group_in + begin * vectors) * lanes * taps;
      if (!transformed) transform_filters(weights, channels, vectors, filters);
      const std::ptrdiff_t floats = channels * vectors * lanes * taps;
      const bool none_ahead = transformed || (is_last && channels == left);
      const float* ahead = weights + floats;
      multiply({begin, channels, vectors, filters, ahead, none_ahead ? ahead : ahead + floats}, count);
    }
  }

  BRICKS_INLINE void write_tile(const Vec (&y)[m][m], const TilePlace& at, std::ptrdiff_t vector) const {
    const ConvProblem& p = g.problem;
    const auto to_pixel = [&](const ConvStrides& s, int i, int j) __attribute__((always_inline)) {
      return at.image * s.batch + vector * s.block + (at.y + i * p.dilation_h) * s.row +
             (at.x + j * p.dilation_w) * s.pixel;
    };
    const Vec bias = load(a.bias + vector * lanes);
    const InlineActivationVec f(activation);
    BRICKS_UNROLL
    for (int i = 0; i < m; ++i) {
      if (at.y + i * p.dilation_h >= g.out_h) break;
      BRICKS_UNROLL
      for (int j = 0; j < m; ++j) {
        if (at.x + j * p.dilation_w >= g.out_w) break;
        Vec value = y[i][j] + bias;
        if (a.residual) value = value + load(a.residual + to_pixel(p.residual, i, j));
        float* to = a.output + to_pixel(p.output, i, j);
        store(to, activate_inline(value, f));
        if (!is_inline(a.activation)) second_pass(a.activation, to, 1, lanes);
      }
    }
  }

  BRICKS_INLINE void transform_output(std::ptrdiff_t vector, std::ptrdiff_t vectors, const TilePlace* places,
                                      std::ptrdiff_t count) const {
    for (std::ptrdiff_t k = 0; k < vectors; ++k)
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        Vec y[m][m];
        transform_products<t>(q + (k * count + i) * lanes, g.winograd.product_plane, y);
        write_tile(y, places[i], vector + k);
      }
  }

  BRICKS_INLINE void pass(std::ptrdiff_t first, std::ptrdiff_t count, const ConvRange& range) const {
    TilePlace places[most_pass_tiles];
    for (std::ptrdiff_t i = 0; i < count; ++i) places[i] = place(first + i);
    for (std::ptrdiff_t block = 0; block < g.group_in_blocks; ++block) transform_block(block, places, count);
    for (std::ptrdiff_t i = range.tile_begin; i < range.tile_end; ++i) {
      const std::ptrdiff_t vector = i * most_vectors, left = g.group_out_vectors - vector;
      const std::ptrdiff_t vectors = left < most_vectors ? left : most_vectors;
      multiply_tile(i - range.tile_begin, vector, vectors, count,
                    g.winograd.keeps_filters && first > range.row_begin * g.winograd.tile_columns,
                    i + 1 == range.tile_end);
      transform_output(vector, vectors, places, count);
    }
  }

  BRICKS_INLINE void run(const ConvRange& range) const {
    const std::ptrdiff_t begin = range.row_begin * g.winograd.tile_columns;
    pixel_tiles(range.row_end * g.winograd.tile_columns - begin, g.winograd.pass_tiles)
        .for_each([&](std::ptrdiff_t first, std::ptrdiff_t count) { pass(begin + first, count, range); });
  }
};

template <int t, int m>
BRICKS_INLINE void run_winograd(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range,
                                void* scratch, const ProductTiles& products) {
  float* v = static_cast<float*>(scratch);
  float* q = v + t * t * g.winograd.input_plane;
  float* u = q + t * t * g.winograd.product_plane;
  WinogradRun<t, m>{g, a, products, v, q, u, inline_activation(a.activation)}.run(range);
}

}  // namespace bricks::kernels::BRICKS_ISA
