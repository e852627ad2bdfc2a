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
inline constexpr int most_pass_tiles = 128;

// The first output pixel of a tile; its pixels are a dilation apart. In the last row or column of tiles some
// points may not be needed; where 0 is not, the tile's first row or column of pixels is not written.
struct TilePlace {
  std::ptrdiff_t image, y, x;
  bool is_last_row, is_last_column;
};

// The tiles of a pass in an order in which those that have a point are neighbours: of the last row, of no
// last one, of the last column, of both.
struct PassTiles {
  TilePlace places[most_pass_tiles];
  std::ptrdiff_t count, last_row, last_column, both;  // so many of each

  struct Run {
    std::ptrdiff_t begin, count;
  };
  // Of all tiles but those of the last row, if that lacks a point, and of the last column.
  BRICKS_INLINE Run those_with(bool row_lacks, bool column_lacks) const {
    const std::ptrdiff_t begin = row_lacks ? last_row : 0, end = count - (column_lacks ? last_column + both
                                                                          : row_lacks  ? both
                                                                                       : 0);
    return {begin, end - begin};
  }
};

// Input channels from begin to before end under one piece of the kernel, whose first tap is (tap_y, tap_x);
// the others follow a stride apart.
struct Chunk {
  std::ptrdiff_t piece, tap_y, tap_x, begin, end;
  bool has_row_infinity, has_column_infinity;  // filters other than zero there
  bool is_first, is_last;
};

// Tiles of Rows x Columns (each a Side) under a kernel, or under pieces of one.
template <class Rows, class Columns>
struct WinogradRun {
  static constexpr int points = Rows::points * Columns::points;

  const ConvGeometry& g;
  const ConvArguments& a;
  const ProductTiles& products;
  float* v;  // [point][input block][tile][c]
  float* q;  // [tile of output channels of a group, if there are several pieces][point][output vector of
             // it][tile][c]
  float* u;  // [tile of output channels and piece, if all are kept][point][input channel of a part][V c]
  InlineActivation activation;

  // Tiles count through the columns of all interleaved images of a row, then through rows.
  BRICKS_INLINE TilePlace place(std::ptrdiff_t tile) const {
    const ConvWinograd& w = g.winograd;
    const std::ptrdiff_t row = tile / w.tile_columns, column = tile % w.tile_columns;
    const std::ptrdiff_t image = row / w.tile_rows, in_image = row % w.tile_rows;
    const std::ptrdiff_t y = in_image % w.image_rows, x = column % w.image_columns;
    const bool is_last_row = w.last_lacks_h > 0 && y + 1 == w.image_rows,
               is_last_column = w.last_lacks_w > 0 && x + 1 == w.image_columns;
    return {image,
            in_image / w.image_rows + (y * Rows::outputs - skips_row(is_last_row)) * g.problem.dilation_h,
            column / w.image_columns +
                (x * Columns::outputs - skips_column(is_last_column)) * g.problem.dilation_w,
            is_last_row, is_last_column};
  }

  // Whether a tile's first row or column of pixels, which alone needs point 0, is not written.
  BRICKS_INLINE bool skips_row(bool is_last_row) const { return is_last_row && g.winograd.last_lacks_h == 2; }
  BRICKS_INLINE bool skips_column(bool is_last_column) const {
    return is_last_column && g.winograd.last_lacks_w == 2;
  }

  BRICKS_INLINE PassTiles tiles_of_pass(std::ptrdiff_t first, std::ptrdiff_t count) const {
    TilePlace places[most_pass_tiles];
    for (std::ptrdiff_t i = 0; i < count; ++i) places[i] = place(first + i);
    PassTiles tiles;
    tiles.count = 0;
    const auto append = [&](bool is_last_row, bool is_last_column) __attribute__((always_inline)) {
      const std::ptrdiff_t before = tiles.count;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (places[i].is_last_row == is_last_row && places[i].is_last_column == is_last_column)
          tiles.places[tiles.count++] = places[i];
      return tiles.count - before;
    };
    tiles.last_row = append(true, false);
    append(false, false);
    tiles.last_column = append(false, true);
    tiles.both = append(true, true);
    return tiles;
  }

  // From one input pixel of a patch to the next; one of the factors is 1.
  std::ptrdiff_t step_h() const { return g.problem.dilation_h * g.problem.stride_h; }
  std::ptrdiff_t step_w() const { return g.problem.dilation_w * g.problem.stride_w; }

  // A patch that hangs over the edge is copied into a frame of zeros first.
  BRICKS_INLINE void transform_edge(const float* from, std::ptrdiff_t y, std::ptrdiff_t x, float* to) const {
    const ConvProblem& p = g.problem;
    alignas(64) float patch[points * lanes];
    BRICKS_UNROLL
    for (int i = 0; i < Rows::points; ++i) {
      const std::ptrdiff_t in_y = y + i * step_h();
      const bool inside = in_y >= 0 && in_y < p.in_h;
      BRICKS_UNROLL
      for (int j = 0; j < Columns::points; ++j) {
        const std::ptrdiff_t in_x = x + j * step_w();
        const bool real = inside && in_x >= 0 && in_x < p.in_w;
        store(patch + (i * Columns::points + j) * lanes,
              real ? load(from + in_y * p.input.row + in_x * p.input.pixel) : zero());
      }
    }
    transform_patch<Rows, Columns>(patch, Columns::points * lanes, lanes, to, g.winograd.input_plane);
  }

  // Blocks outside, tiles inside: six streams that the hardware prefetches, against six for every block.
  BRICKS_INLINE void transform_block(std::ptrdiff_t block, const Chunk& chunk, const PassTiles& tiles) const {
    const ConvProblem& p = g.problem;
    for (std::ptrdiff_t i = 0; i < tiles.count; ++i) {
      const TilePlace at = tiles.places[i];
      const std::ptrdiff_t y = at.y * p.stride_h - p.pad_top + chunk.tap_y * p.dilation_h,
                           x = at.x * p.stride_w - p.pad_left + chunk.tap_x * p.dilation_w;
      const bool inside = y >= 0 && x >= 0 && y + (Rows::points - 1) * step_h() < p.in_h &&
                          x + (Columns::points - 1) * step_w() < p.in_w;
      const float* from = a.input + at.image * p.input.batch + block * p.input.block;
      float* to = v + ((block - chunk.begin / lanes) * tiles.count + i) * lanes;
      if (inside)
        transform_patch<Rows, Columns>(from + y * p.input.row + x * p.input.pixel, step_h() * p.input.row,
                                       step_w() * p.input.pixel, to, g.winograd.input_plane);
      else
        transform_edge(from, y, x, to);
    }
  }

  // Of the weights of one tile of output channels, packed as for direct convolution.
  BRICKS_INLINE void transform_filters(const float* from, const Chunk& chunk, std::ptrdiff_t channels,
                                       std::ptrdiff_t vectors, float* to) const {
    const std::ptrdiff_t width = vectors * lanes, plane = g.winograd.filter_plane;
    for (std::ptrdiff_t left = channels; left > 0; left -= lanes, from += taps() * lanes * width) {
      const std::ptrdiff_t in_block = left < lanes ? left : lanes;
      for (std::ptrdiff_t i = 0; i < in_block * width; i += lanes, to += lanes)
        if (g.winograd.pieces() == 1)
          transform_filter<Rows, Columns>(from + i, in_block * width, to, plane);
        else
          transform_piece(from + i, chunk, in_block * width, to, plane);
    }
  }

  std::ptrdiff_t taps() const { return g.problem.kernel_h * g.problem.kernel_w; }

  // Taps beyond the kernel's edge are zeros.
  void transform_piece(const float* from, const Chunk& chunk, std::ptrdiff_t tap, float* to,
                       std::ptrdiff_t plane) const {
    const ConvProblem& p = g.problem;
    alignas(64) float piece[Rows::taps * Columns::taps * lanes];
    BRICKS_UNROLL
    for (int i = 0; i < Rows::taps; ++i) {
      BRICKS_UNROLL
      for (int j = 0; j < Columns::taps; ++j) {
        const std::ptrdiff_t y = chunk.tap_y + i * p.stride_h, x = chunk.tap_x + j * p.stride_w;
        const bool real = y < p.kernel_h && x < p.kernel_w;
        store(piece + (i * Columns::taps + j) * lanes,
              real ? load(from + (y * p.kernel_w + x) * tap) : zero());
      }
    }
    transform_filter<Rows, Columns>(piece, lanes, to, plane);
  }

  // The part of the filters of one tile of output channels that begins at an input channel.
  struct Part {
    std::ptrdiff_t channels, vectors;
    const float *patches, *filters;
    float* products;
    bool resumes;
    // Weights that are transformed next, asked for meanwhile: of 512 channels at 14 and 28 px 1.04
    // times as fast on two cores, of 1024 at 7 px, from memory, 1.05. Where they are near already it costs
    // nothing.
    const float *ahead, *ahead_end;
  };

  // The tiles of a pass for which products are made at point (i, j).
  BRICKS_INLINE PassTiles::Run tiles_at(int i, int j, const Chunk& chunk, const PassTiles& tiles) const {
    const bool row_infinity = Rows::points > 1 && i + 1 == Rows::points,
               column_infinity = j + 1 == Columns::points;
    if ((row_infinity && !chunk.has_row_infinity) || (column_infinity && !chunk.has_column_infinity))
      return {0, 0};
    const ConvWinograd& w = g.winograd;
    return tiles.those_with((row_infinity && w.last_lacks_h > 0) || (i == 0 && w.last_lacks_h == 2),
                            (column_infinity && w.last_lacks_w > 0) || (j == 0 && w.last_lacks_w == 2));
  }

  BRICKS_INLINE void multiply(const Part& part, const Chunk& chunk, const PassTiles& tiles) const {
    const float* ahead = part.ahead;
    for (int k = 0; k < points; ++k) {
      const auto [begin, count] = tiles_at(k / Columns::points, k % Columns::points, chunk, tiles);
      if (count == 0) continue;
      ahead = products.run_row(part.vectors, pixel_tiles(count, most_pixels),
                               {.input = part.patches + k * g.winograd.input_plane + begin * lanes,
                                .weights = part.filters + k * g.winograd.filter_plane,
                                .output = part.products + k * g.winograd.product_plane + begin * lanes,
                                .channels = part.channels,
                                .stride = tiles.count * lanes,
                                .output_stride = tiles.count * lanes,
                                .resumes = part.resumes,
                                .ahead = ahead,
                                .ahead_gap = (part.ahead_end - part.ahead) / 2},
                               part.ahead_end);
    }
  }

  // A tile of output channels: the tile-th of a range, the place-th of a group.
  struct OutputTile {
    std::ptrdiff_t tile, place, vector, vectors;
    bool is_last;
  };

  float* products_of(const OutputTile& tile) const {
    return q + (g.winograd.pieces() == 1 ? 0 : tile.place * points * g.winograd.product_plane);
  }

  // Where filters are kept, a chunk is one part.
  BRICKS_INLINE void multiply_tile(const OutputTile& to, const Chunk& chunk, const PassTiles& tiles,
                                   bool transformed) const {
    const ConvWinograd& w = g.winograd;
    const std::ptrdiff_t width = to.vectors * lanes, pieces = w.pieces();
    const std::ptrdiff_t kept =
        (to.tile * pieces + chunk.piece) * points * w.filter_plane + chunk.begin * width;
    float* filters = u + (w.keeps_filters ? kept : 0);
    for (std::ptrdiff_t begin = chunk.begin; begin < chunk.end; begin += w.part_channels) {
      const std::ptrdiff_t left = chunk.end - begin;
      const std::ptrdiff_t channels = left < w.part_channels ? left : w.part_channels;
      const float* weights = a.weights + (to.vector * g.group_in * lanes + begin * width) * taps();
      if (!transformed) transform_filters(weights, chunk, channels, to.vectors, filters);
      const std::ptrdiff_t floats = channels * width * taps();
      const bool none_ahead = transformed || pieces > 1 || (to.is_last && channels == left);
      const float* ahead = weights + floats;
      multiply({channels, to.vectors, v + (begin - chunk.begin) * tiles.count, filters, products_of(to),
                !chunk.is_first || begin > chunk.begin, ahead, none_ahead ? ahead : ahead + floats},
               chunk, tiles);
    }
  }

  // Where a tile's first pixel is, and how far it is to the next row and the next pixel. Out of the geometry
  // that would be read and multiplied again behind every store: F4 with 64 channels at 56 px took 1.04 of the
  // time, with 128 at 28 1.03 (Zen 4, AVX-512).
  template <class Float>
  struct Pixels {
    Float* first;
    std::ptrdiff_t row, pixel;

    BRICKS_INLINE Float* at(int i, int j) const { return first + i * row + j * pixel; }
  };

  template <class Float>
  BRICKS_INLINE Pixels<Float> pixels(Float* map, const ConvStrides& s, const TilePlace& at,
                                     std::ptrdiff_t vector) const {
    return {map + at.image * s.batch + vector * s.block + at.y * s.row + at.x * s.pixel,
            g.problem.dilation_h * s.row, g.problem.dilation_w * s.pixel};
  }

  // body(i, j) of the pixels that are within the map and the tile's to write.
  template <class Body>
  BRICKS_INLINE void for_each_pixel(const TilePlace& at, const Body& body) const {
    BRICKS_UNROLL
    for (int i = 0; i < Rows::outputs; ++i) {
      if (i == 0 && skips_row(at.is_last_row)) continue;
      if (at.y + i * g.problem.dilation_h >= g.out_h) break;
      BRICKS_UNROLL
      for (int j = 0; j < Columns::outputs; ++j) {
        if (j == 0 && skips_column(at.is_last_column)) continue;
        if (at.x + j * g.problem.dilation_w >= g.out_w) break;
        body(i, j);
      }
    }
  }

  // Whether for_each_pixel visits all pixels. Written without its checks, F4 with 64 channels at 56 px takes
  // 0.97 of the time, with 256 at 14 0.99.
  BRICKS_INLINE bool is_inside(const TilePlace& at) const {
    return !skips_row(at.is_last_row) && !skips_column(at.is_last_column) &&
           at.y + (Rows::outputs - 1) * g.problem.dilation_h < g.out_h &&
           at.x + (Columns::outputs - 1) * g.problem.dilation_w < g.out_w;
  }

  BRICKS_INLINE void write_tile(const Vec (&y)[Rows::outputs][Columns::outputs], const TilePlace& at,
                                std::ptrdiff_t vector) const {
    const Vec bias = load(a.bias + vector * lanes);
    const InlineActivationVec f(activation);
    const Pixels<float> to = pixels(a.output, g.problem.output, at, vector);
    const Pixels<const float> residual =
        a.residual ? pixels(a.residual, g.problem.residual, at, vector) : Pixels<const float>{};
    const auto write = [&](int i, int j) __attribute__((always_inline)) {
      Vec value = y[i][j] + bias;
      if (residual.first) value = value + load(residual.at(i, j));
      store(to.at(i, j), activate_inline(value, f));
    };
    if (is_inside(at)) {
      BRICKS_UNROLL
      for (int i = 0; i < Rows::outputs; ++i) {
        BRICKS_UNROLL
        for (int j = 0; j < Columns::outputs; ++j) write(i, j);
      }
    } else {
      for_each_pixel(at, write);
    }
    if (!is_inline(a.activation))
      for_each_pixel(at, [&](int i, int j) { second_pass(a.activation, to.at(i, j), 1, lanes); });
  }

  BRICKS_INLINE void transform_output(const OutputTile& from, const PassTiles& tiles) const {
    const float* planes = products_of(from);
    for (std::ptrdiff_t k = 0; k < from.vectors; ++k)
      for (std::ptrdiff_t i = 0; i < tiles.count; ++i) {
        Vec y[Rows::outputs][Columns::outputs];
        transform_products<Rows, Columns>(planes + (k * tiles.count + i) * lanes, g.winograd.product_plane,
                                          y);
        write_tile(y, tiles.places[i], from.vector + k);
      }
  }

  template <class Visit>
  BRICKS_INLINE void for_each_chunk(Visit&& visit) const {
    const ConvWinograd& w = g.winograd;
    const std::ptrdiff_t pieces = w.pieces();
    for (std::ptrdiff_t piece = 0; piece < pieces; ++piece)
      for (std::ptrdiff_t begin = 0; begin < g.group_in; begin += w.input_channels) {
        const std::ptrdiff_t left = g.group_in - begin;
        const bool ends = left <= w.input_channels;
        const std::ptrdiff_t y = piece / w.pieces_w, x = piece % w.pieces_w;
        const ConvProblem& p = g.problem;
        visit(Chunk{piece, winograd_first_tap(y, p.stride_h, Rows::taps),
                    winograd_first_tap(x, p.stride_w, Columns::taps), begin,
                    ends ? g.group_in : begin + w.input_channels,
                    winograd_has_infinity(y, p.stride_h, Rows::taps, p.kernel_h),
                    winograd_has_infinity(x, p.stride_w, Columns::taps, p.kernel_w), piece == 0 && begin == 0,
                    piece + 1 == pieces && ends});
      }
  }

  // The tiles of output channels from `begin` to before `end`, of those of a range.
  BRICKS_INLINE void group(std::ptrdiff_t begin, std::ptrdiff_t end, const PassTiles& tiles,
                           const ConvRange& range, bool transformed) const {
    for_each_chunk([&](const Chunk& chunk) __attribute__((always_inline)) {
      for (std::ptrdiff_t channel = chunk.begin; channel < chunk.end; channel += lanes)
        transform_block(channel / lanes, chunk, tiles);
      for (std::ptrdiff_t i = begin; i < end; ++i) {
        const auto vectors = g.vectors_of_tile(i);
        const OutputTile tile{i - range.tile_begin, i - begin, vectors.first, vectors.count,
                              i + 1 == range.tile_end};
        multiply_tile(tile, chunk, tiles, transformed);
        if (chunk.is_last) transform_output(tile, tiles);
      }
    });
  }

  BRICKS_INLINE void pass(std::ptrdiff_t first, std::ptrdiff_t count, const ConvRange& range) const {
    const PassTiles tiles = tiles_of_pass(first, count);
    const bool transformed = g.winograd.keeps_filters && first > range.row_begin * g.winograd.tile_columns;
    for (std::ptrdiff_t i = range.tile_begin; i < range.tile_end; i += g.winograd.group_tiles) {
      const std::ptrdiff_t left = range.tile_end - i;
      group(i, i + (left < g.winograd.group_tiles ? left : g.winograd.group_tiles), tiles, range,
            transformed);
    }
  }

  BRICKS_INLINE void run(const ConvRange& range) const {
    const std::ptrdiff_t begin = range.row_begin * g.winograd.tile_columns;
    pixel_tiles(range.row_end * g.winograd.tile_columns - begin, g.winograd.pass_tiles)
        .for_each([&](std::ptrdiff_t first, std::ptrdiff_t count) { pass(begin + first, count, range); });
  }
};

template <class Rows, class Columns>
BRICKS_INLINE void run_winograd(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range,
                                void* scratch, const ProductTiles& products) {
  float* v = static_cast<float*>(scratch);
  float* q = v + g.winograd.points * g.winograd.input_plane;
  const std::ptrdiff_t tiles = g.winograd.pieces() == 1 ? 1 : g.winograd.group_tiles;
  float* u = q + tiles * g.winograd.points * g.winograd.product_plane;
  WinogradRun<Rows, Columns>{g, a, products, v, q, u, inline_activation(a.activation)}.run(range);
}

}  // namespace bricks::kernels::BRICKS_ISA
