// A pass over a range of pairs of pixels: the sums T of all input channels, then for each tile of output
// channels its seven products and the output.
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/epilogue.hpp"
#include "kernels/strassen/strassen.hpp"
#include "kernels/winograd/product_tile.hpp"

namespace bricks::kernels::BRICKS_ISA {

struct StrassenRun {
  const ConvGeometry& g;
  const ConvArguments& a;
  const ProductTiles& products;
  float* t;  // [T1 to T4][block of half the input channels][pair][c]
  float* m;  // [P1 to P7][output vector of a tile][pair][c]
  InlineActivation activation;

  // Pairs [first, first + count) of one image.
  struct Pass {
    std::ptrdiff_t image, first, count;
  };

  // From a map's first pixel of a pair to its second.
  std::ptrdiff_t to_second(const ConvStrides& s) const { return g.strassen.second * s.pixel; }

  const float* input(const Pass& pass) const {
    return a.input + pass.image * g.problem.input.batch + pass.first * lanes;
  }

  BRICKS_INLINE void add_up_input(const Pass& pass) const {
    const ConvStrides& s = g.problem.input;
    const std::ptrdiff_t plane = g.strassen.sum_plane, lower = g.strassen.half_blocks * s.block;
    float* to = t;
    for (std::ptrdiff_t block = 0; block < g.strassen.half_blocks; ++block) {
      const float* upper = input(pass) + block * s.block;
      for (std::ptrdiff_t i = 0; i < pass.count; ++i, upper += lanes, to += lanes) {
        const Vec b11 = load(upper), b12 = load(upper + to_second(s));
        const Vec b21 = load(upper + lower), b22 = load(upper + lower + to_second(s));
        const Vec t1 = b12 - b11, t2 = b22 - t1;
        store(to, t1);
        store(to + plane, t2);
        store(to + 2 * plane, b22 - b12);
        store(to + 3 * plane, t2 - b21);
      }
    }
  }

  // The second factor of one of the products.
  struct Factor {
    const float* from;
    std::ptrdiff_t block;
  };

  BRICKS_INLINE Factor factor(const Pass& pass, std::ptrdiff_t product) const {
    const ConvStrides& s = g.problem.input;
    const std::ptrdiff_t lower = g.strassen.half_blocks * s.block;
    const auto sum = [&](std::ptrdiff_t i) __attribute__((always_inline)) {
      return Factor{t + i * g.strassen.sum_plane, pass.count * lanes};
    };
    switch (product) {
      case 0:
        return {input(pass), s.block};
      case 1:
        return {input(pass) + lower, s.block};
      case 2:
        return {input(pass) + lower + to_second(s), s.block};
      case 3:
        return sum(3);
      default:
        return sum(product - 4);
    }
  }

  // Output vectors from `vector` on and those half the channels further.
  struct OutputTile {
    std::ptrdiff_t vector, vectors;
    bool is_last;
  };

  // Where one of a tile's four output vectors goes, and what is added to it.
  struct Quarter {
    float* to;
    const float* residual;
    Vec bias;
  };

  BRICKS_INLINE Quarter quarter(const Pass& pass, std::ptrdiff_t vector, bool is_second) const {
    const auto offset = [&](const ConvStrides& s) __attribute__((always_inline)) {
      return pass.image * s.batch + vector * s.block + pass.first * lanes + (is_second ? to_second(s) : 0);
    };
    return {a.output + offset(g.problem.output),
            a.residual ? a.residual + offset(g.problem.residual) : nullptr, load(a.bias + vector * lanes)};
  }

  BRICKS_INLINE void multiply(const Pass& pass, const OutputTile& tile) const {
    const std::ptrdiff_t channels = g.strassen.half_blocks * lanes;
    const std::ptrdiff_t floats = channels * tile.vectors * lanes;
    const float* weights = a.weights + strassen_products * channels * tile.vector * lanes;
    const std::ptrdiff_t ahead_gap = pass.count > 3 * most_pixels ? 0 : floats / 2;
    for (std::ptrdiff_t k = 0; k < strassen_products; ++k) {
      const Factor from = factor(pass, k);
      const bool none_ahead = tile.is_last && k + 1 == strassen_products;
      const float *ahead = weights + (k + 1) * floats, *ahead_end = ahead + (none_ahead ? 0 : floats);
      pixel_tiles(pass.count, most_pixels).for_each([&](std::ptrdiff_t first, std::ptrdiff_t width) {
        products.run[tile.vectors - 1][width - 1]({.input = from.from + first * lanes,
                                                   .weights = weights + k * floats,
                                                   .output = m + k * g.strassen.product_plane + first * lanes,
                                                   .channels = channels,
                                                   .stride = from.block,
                                                   .output_stride = pass.count * lanes,
                                                   .resumes = false,
                                                   .ahead = ahead < ahead_end ? ahead : nullptr,
                                                   .ahead_gap = ahead_gap});
        ahead += product_ahead(channels);
      });
    }
  }

  template <bool has_residual>
  BRICKS_INLINE void write(const Quarter& q, std::ptrdiff_t i, Vec value,
                           const InlineActivationVec& f) const {
    value = value + q.bias;
    if constexpr (has_residual) value = value + load(q.residual + i * lanes);
    store(q.to + i * lanes, activate_inline(value, f));
  }

  // Output vector `vector` and the one half the channels further, from the products at `from`.
  template <bool has_residual>
  BRICKS_INLINE void write_vector(const Pass& pass, const float* from, std::ptrdiff_t vector) const {
    const std::ptrdiff_t plane = g.strassen.product_plane, lower = vector + g.strassen.half_vectors;
    const Quarter c11 = quarter(pass, vector, false), c12 = quarter(pass, vector, true),
                  c21 = quarter(pass, lower, false), c22 = quarter(pass, lower, true);
    const InlineActivationVec f(activation);
    const std::ptrdiff_t left = g.strassen.second - pass.first;
    const std::ptrdiff_t firsts = left < pass.count ? left : pass.count;
    for (std::ptrdiff_t i = 0; i < pass.count; ++i, from += lanes) {
      const Vec p1 = load(from), p5 = load(from + 4 * plane), u2 = p1 + load(from + 5 * plane),
                u3 = u2 + load(from + 6 * plane);
      if (i < firsts) {
        write<has_residual>(c11, i, p1 + load(from + plane), f);
        write<has_residual>(c21, i, u3 - load(from + 3 * plane), f);
      }
      write<has_residual>(c12, i, u2 + p5 + load(from + 2 * plane), f);
      write<has_residual>(c22, i, u3 + p5, f);
    }
    if (is_inline(a.activation)) return;
    for (const Quarter& q : {c11, c21}) second_pass(a.activation, q.to, firsts, lanes);
    for (const Quarter& q : {c12, c22}) second_pass(a.activation, q.to, pass.count, lanes);
  }

  BRICKS_INLINE void write_tile(const Pass& pass, const OutputTile& tile) const {
    for (std::ptrdiff_t v = 0; v < tile.vectors; ++v) {
      const float* from = m + v * pass.count * lanes;
      if (a.residual)
        write_vector<true>(pass, from, tile.vector + v);
      else
        write_vector<false>(pass, from, tile.vector + v);
    }
  }

  BRICKS_INLINE void run(const Pass& pass, const ConvRange& range) const {
    add_up_input(pass);
    for (std::ptrdiff_t i = range.tile_begin; i < range.tile_end; ++i) {
      const std::ptrdiff_t vector = i * most_vectors, left = g.strassen.half_vectors - vector;
      const OutputTile tile{vector, left < most_vectors ? left : most_vectors, i + 1 == range.tile_end};
      multiply(pass, tile);
      write_tile(pass, tile);
    }
  }

  BRICKS_INLINE void run(const ConvRange& range) const {
    for_each_band(g, range, [&](const BandRows& rows) {
      pixel_tiles(rows.count, g.strassen.pass_pairs)
          .for_each([&](std::ptrdiff_t first, std::ptrdiff_t count) {
            run({rows.image, rows.y + first, count}, range);
          });
    });
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
