// A pass over a range of pairs of pixels: the second factors by some or all input channels, then for each
// tile of output channels its seven products and, of the last channels, the output.
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/epilogue.hpp"
#include "kernels/strassen/strassen.hpp"
#include "kernels/winograd/product_tile.hpp"

namespace bricks::kernels::BRICKS_ISA {

// The input pixels under one tap of the kernel, for one output pixel after another.
class TapWalk {
 public:
  BRICKS_INLINE TapWalk(const ConvGeometry& g, std::ptrdiff_t pixel, std::ptrdiff_t tap)
      : p_(g.problem),
        out_w_(g.out_w),
        left_(tap % p_.kernel_w * p_.dilation_w - p_.pad_left),
        column_(pixel % g.out_w),
        y_(pixel / g.out_w * p_.stride_h - p_.pad_top + tap / p_.kernel_w * p_.dilation_h),
        x_(left_ + column_ * p_.stride_w) {}

  // Of a block of channels at `from`; zeros in the padding.
  BRICKS_INLINE Vec value(const float* from) const {
    const bool inside = y_ >= 0 && y_ < p_.in_h && x_ >= 0 && x_ < p_.in_w;
    return inside ? load(from + y_ * p_.input.row + x_ * p_.input.pixel) : zero();
  }

  BRICKS_INLINE void advance() {
    x_ += p_.stride_w;
    if (++column_ < out_w_) return;
    column_ = 0, x_ = left_, y_ += p_.stride_h;
  }

 private:
  const ConvProblem& p_;
  std::ptrdiff_t out_w_, left_, column_, y_, x_;
};

struct StrassenRun {
  const ConvGeometry& g;
  const ConvArguments& a;
  const ProductTiles& products;
  float* b;  // [second factor of a product][block of half a part's input channels][tap][pair][c]
  float* m;  // [tile of a range, if there are several parts][product][output vector of a tile][pair][c]
  InlineActivation activation;

  // Pairs [first, first + count) of one image.
  struct Pass {
    std::ptrdiff_t image, first, count;
  };

  // Blocks [begin, begin + count) of either half of the input channels.
  struct Part {
    std::ptrdiff_t begin, count;
    bool is_last;
  };

  std::ptrdiff_t taps() const { return g.problem.kernel_h * g.problem.kernel_w; }
  // Steps of a product: input channels of half a part under every tap.
  std::ptrdiff_t steps(const Part& part) const { return part.count * taps() * lanes; }

  const float* upper_blocks(const Pass& pass, const Part& part) const {
    return a.input + pass.image * g.problem.input.batch + part.begin * g.problem.input.block;
  }
  std::ptrdiff_t to_lower_blocks() const { return g.strassen.half_blocks * g.problem.input.block; }

  std::ptrdiff_t factors_in_place() const { return strassen_products - strassen_made(g); }
  // One that is made.
  float* made_factor(std::ptrdiff_t product) const {
    return b + (product - factors_in_place()) * g.strassen.factor_plane;
  }

  template <bool copies>
  BRICKS_INLINE void store_factors(std::ptrdiff_t at, Vec b11, Vec b12, Vec b21, Vec b22) const {
    const Vec t1 = b12 - b11, t2 = b22 - t1;
    if constexpr (copies) {
      store(made_factor(0) + at, b11);
      store(made_factor(1) + at, b21);
      store(made_factor(2) + at, b22);
    }
    store(made_factor(3) + at, t2 - b21);
    store(made_factor(4) + at, t1);
    store(made_factor(5) + at, t2);
    store(made_factor(6) + at, b22 - b12);
  }

  BRICKS_INLINE void add_up_in_place(const Pass& pass, const Part& part) const {
    const std::ptrdiff_t second = g.strassen.second * lanes, lower = to_lower_blocks();
    std::ptrdiff_t at = 0;
    for (std::ptrdiff_t block = 0; block < part.count; ++block) {
      const float* from = upper_blocks(pass, part) + block * g.problem.input.block + pass.first * lanes;
      for (std::ptrdiff_t i = 0; i < pass.count; ++i, from += lanes, at += lanes)
        store_factors<false>(at, load(from), load(from + second), load(from + lower),
                             load(from + lower + second));
    }
  }

  BRICKS_INLINE void gather(const Pass& pass, const Part& part) const {
    std::ptrdiff_t at = 0;
    for (std::ptrdiff_t block = 0; block < part.count; ++block) {
      const float* upper = upper_blocks(pass, part) + block * g.problem.input.block;
      const float* lower = upper + to_lower_blocks();
      for (std::ptrdiff_t tap = 0; tap < taps(); ++tap) {
        TapWalk first(g, pass.first, tap), second(g, pass.first + g.strassen.second, tap);
        for (std::ptrdiff_t i = 0; i < pass.count; ++i, at += lanes, first.advance(), second.advance())
          store_factors<true>(at, first.value(upper), second.value(upper), first.value(lower),
                              second.value(lower));
      }
    }
  }

  // A product's second factor, blocks of input channels so many floats apart.
  struct Factor {
    const float* from;
    std::ptrdiff_t block;
  };

  BRICKS_INLINE Factor factor(const Pass& pass, const Part& part, std::ptrdiff_t product) const {
    if (product >= factors_in_place()) return {made_factor(product), pass.count * lanes};
    const std::ptrdiff_t pixel = pass.first + (product == 2 ? g.strassen.second : 0);
    return {upper_blocks(pass, part) + (product > 0 ? to_lower_blocks() : 0) + pixel * lanes,
            g.problem.input.block};
  }

  // Output vectors from `vector` on and those half the channels further.
  struct OutputTile {
    std::ptrdiff_t place, vector, vectors;  // place: counts the tiles of a range
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
      return pass.image * s.batch + vector * s.block + pass.first * lanes +
             (is_second ? g.strassen.second * lanes : 0);
    };
    return {a.output + offset(g.problem.output),
            a.residual ? a.residual + offset(g.problem.residual) : nullptr, load(a.bias + vector * lanes)};
  }

  float* products_of(const OutputTile& tile) const {
    return m + (g.strassen.parts > 1 ? tile.place * strassen_products * g.strassen.product_plane : 0);
  }

  // Weights are [part][tile][product][step][V c].
  BRICKS_INLINE void multiply(const Pass& pass, const Part& part, const OutputTile& tile) const {
    const std::ptrdiff_t floats = steps(part) * tile.vectors * lanes;
    const std::ptrdiff_t before =
        part.begin * taps() * g.strassen.half_vectors + part.count * taps() * tile.vector;
    const float* weights = a.weights + strassen_products * before * lanes * lanes;
    const EvenRuns runs = pixel_tiles(pass.count, most_pixels);
    for (std::ptrdiff_t k = 0; k < strassen_products; ++k) {
      const Factor from = factor(pass, part, k);
      const bool none_ahead = tile.is_last && k + 1 == strassen_products;
      const float* ahead = weights + (k + 1) * floats;
      products.run_row(tile.vectors, runs,
                       {.input = from.from,
                        .weights = weights + k * floats,
                        .output = products_of(tile) + k * g.strassen.product_plane,
                        .channels = steps(part),
                        .stride = from.block,
                        .output_stride = pass.count * lanes,
                        .resumes = part.begin > 0,
                        .ahead = ahead,
                        .ahead_gap = floats / 2},
                       none_ahead ? ahead : ahead + floats);
    }
  }

  BRICKS_INLINE void write(const Quarter& q, std::ptrdiff_t i, Vec value,
                           const InlineActivationVec& f) const {
    value = value + q.bias;
    if (q.residual) value = value + load(q.residual + i * lanes);
    store(q.to + i * lanes, activate_inline(value, f));
  }

  // Output vector `vector` and the one half the channels further, from the products at `from`.
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
        write(c11, i, p1 + load(from + plane), f);
        write(c21, i, u3 - load(from + 3 * plane), f);
      }
      write(c12, i, u2 + p5 + load(from + 2 * plane), f);
      write(c22, i, u3 + p5, f);
    }
    if (is_inline(a.activation)) return;
    for (const Quarter& q : {c11, c21}) second_pass(a.activation, q.to, firsts, lanes);
    for (const Quarter& q : {c12, c22}) second_pass(a.activation, q.to, pass.count, lanes);
  }

  BRICKS_INLINE void write_tile(const Pass& pass, const OutputTile& tile) const {
    for (std::ptrdiff_t v = 0; v < tile.vectors; ++v)
      write_vector(pass, products_of(tile) + v * pass.count * lanes, tile.vector + v);
  }

  BRICKS_INLINE void run(const Pass& pass, const Part& part, const ConvRange& range) const {
    if (g.strassen.reads_in_place)
      add_up_in_place(pass, part);
    else
      gather(pass, part);
    for (std::ptrdiff_t i = range.tile_begin; i < range.tile_end; ++i) {
      const std::ptrdiff_t vector = i * most_vectors, left = g.strassen.half_vectors - vector;
      const OutputTile tile{i - range.tile_begin, vector, left < most_vectors ? left : most_vectors,
                            i + 1 == range.tile_end};
      multiply(pass, part, tile);
      if (part.is_last) write_tile(pass, tile);
    }
  }

  BRICKS_INLINE void run(const ConvRange& range) const {
    for_each_band(g, range, [&](const BandRows& rows) {
      pixel_tiles(rows.count, g.strassen.pass_pairs)
          .for_each([&](std::ptrdiff_t first, std::ptrdiff_t count) {
            EvenRuns(g.strassen.half_blocks, g.strassen.parts)
                .for_each([&](std::ptrdiff_t begin, std::ptrdiff_t blocks) {
                  run({rows.image, rows.y + first, count},
                      {begin, blocks, begin + blocks == g.strassen.half_blocks}, range);
                });
          });
    });
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
