// A pass over a range of places in the sections of pixels: the second factors by some or all input channels,
// then for each tile of output channels its products and, of the last channels, the output. Of two levels so
// for each product of the outer one, which is added to what its quarters of the output still wait for.
#pragma once

#include "kernels/conv/bands.hpp"
#include "kernels/conv/epilogue.hpp"
#include "kernels/strassen/strassen_factors.hpp"
#include "kernels/winograd/product_tile.hpp"

namespace bricks::kernels::BRICKS_ISA {

struct Quarters {
  Vec c11, c12, c21, c22;
};

// Of a product of matrices, from its seven products so many floats apart.
BRICKS_INLINE Quarters add_products(const float* from, std::ptrdiff_t plane) {
  const Vec p1 = load(from), p5 = load(from + 4 * plane), u2 = p1 + load(from + 5 * plane),
            u3 = u2 + load(from + 6 * plane);
  return {p1 + load(from + plane), u2 + p5 + load(from + 2 * plane), u3 - load(from + 3 * plane), u3 + p5};
}

struct StrassenRun {
  const ConvGeometry& g;
  const ConvArguments& a;
  const ProductTiles& tiles;
  float* b;      // [second factor that is made][block of a part of a section][tap][place][c]
  float* m;      // [tile of a range, if there are several parts][product][output vector of a tile][place][c]
  float* outer;  // of two levels: [output vector of a range][sum that waits][quarter][place][c]
  InlineActivation activation;

  using Pass = StrassenPass;
  using Part = StrassenPart;

  std::ptrdiff_t taps() const { return g.problem.kernel_h * g.problem.kernel_w; }
  // Steps of a product: a section's input channels of a part under every tap.
  std::ptrdiff_t steps(const Part& part) const { return part.count * taps() * lanes; }

  BRICKS_INLINE StrassenFactors factors(const Pass& pass, const Part& part) const {
    const ConvStrides& s = g.problem.input;
    return {g, a.input + pass.image * s.batch + part.begin * s.block, b};
  }

  // A product's second factor, blocks of input channels so many floats apart.
  struct Factor {
    const float* from;
    std::ptrdiff_t block;
  };

  BRICKS_INLINE Factor factor(const Pass& pass, const Part& part, int product) const {
    const StrassenFactors f = factors(pass, part);
    if (!f.lies_in_place(part, product)) return {f.made_factor(product), pass.count * lanes};
    const int row = (product > 0) + 2 * (part.product() > 0),
              column = (product == 2) + 2 * (part.product() == 2);
    const std::ptrdiff_t pixel = pass.first + g.strassen.first_pixel[column];
    return {f.input + row * f.section() + pixel * lanes, g.problem.input.block};
  }

  // Output vectors from `vector` of every section on; place counts those of a range.
  struct OutputTile {
    std::ptrdiff_t place, vector, vectors;
    bool is_last;
  };

  BRICKS_INLINE float* products_of(const OutputTile& tile) const {
    return m + (g.strassen.parts > 1
                    ? tile.place / most_vectors * strassen_products * g.strassen.product_plane
                    : 0);
  }

  // Weights are [product of the outer level][part][tile][product][step][V c].
  BRICKS_INLINE void multiply(const Pass& pass, const Part& part, const OutputTile& tile) const {
    const std::ptrdiff_t floats = steps(part) * tile.vectors * lanes;
    const std::ptrdiff_t before =
        (part.turn * g.strassen.section_blocks + part.begin) * taps() * g.strassen.section_vectors +
        part.count * taps() * tile.vector;
    const float* weights = a.weights + strassen_products * before * lanes * lanes;
    const EvenRuns runs = pixel_tiles(pass.count, most_pixels);
    for (int k = 0; k < strassen_products; ++k) {
      const Factor from = factor(pass, part, k);
      const bool none_ahead = tile.is_last && k + 1 == strassen_products;
      const float* ahead = weights + (k + 1) * floats;
      tiles.run_row(tile.vectors, runs,
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

  // Where a vector of a section of the output goes, what is added to it, and how many places are its to
  // write: of an odd map two sections share a pixel.
  struct Target {
    float* to;
    const float* residual;
    Vec bias;
    std::ptrdiff_t count;
  };

  BRICKS_INLINE Target target(const Pass& pass, std::ptrdiff_t vector, int row, int column) const {
    const std::ptrdiff_t block = vector + row * g.strassen.section_vectors;
    const auto offset = [&](const ConvStrides& s) __attribute__((always_inline)) {
      return pass.image * s.batch + block * s.block + (pass.first + g.strassen.first_pixel[column]) * lanes;
    };
    const std::ptrdiff_t left = g.strassen.written[column] - pass.first;
    return {a.output + offset(g.problem.output),
            a.residual ? a.residual + offset(g.problem.residual) : nullptr, load(a.bias + block * lanes),
            left < pass.count ? left : pass.count};
  }

  BRICKS_INLINE void write(const Target& t, std::ptrdiff_t i, Vec value, const InlineActivationVec& f) const {
    if (i >= t.count) return;
    value = value + t.bias;
    if (t.residual) value = value + load(t.residual + i * lanes);
    store(t.to + i * lanes, activate_inline(value, f));
  }

  // Output vector `vector` of the four sections of one level, from the products at `from`.
  BRICKS_INLINE void write_vector(const Pass& pass, const float* from, std::ptrdiff_t vector) const {
    const Target targets[] = {target(pass, vector, 0, 0), target(pass, vector, 0, 1),
                              target(pass, vector, 1, 0), target(pass, vector, 1, 1)};
    const InlineActivationVec f(activation);
    for (std::ptrdiff_t i = 0; i < pass.count; ++i, from += lanes) {
      const Quarters c = add_products(from, g.strassen.product_plane);
      write(targets[0], i, c.c11, f);
      write(targets[1], i, c.c12, f);
      write(targets[2], i, c.c21, f);
      write(targets[3], i, c.c22, f);
    }
    if (is_inline(a.activation)) return;
    for (const Target& t : targets) second_pass(a.activation, t.to, t.count, lanes);
  }

  // Sums of outer products that wait, of output vector `vector` of a range.
  BRICKS_INLINE float* waiting(std::ptrdiff_t vector, int sum) const {
    return outer + (vector * strassen_waiting_sums + sum) * 4 * g.strassen.outer_plane;
  }

  // Adds an outer product's quarters, of output vector `vector` of a tile, to the sums: first is P1, then U2
  // = P1 + P6, then U2 + P5; second U3 = U2 + P7. The four that end one are the output.
  template <int product>
  BRICKS_INLINE void take_outer(const Pass& pass, const float* from, const OutputTile& tile,
                                std::ptrdiff_t vector) const {
    constexpr bool is_output = product != 0 && product < 5;
    constexpr int row = product == 3 || product == 4, column = product == 2 || product == 4;
    float* first = waiting(tile.place + vector, 0);
    float* second = waiting(tile.place + vector, 1);
    const auto place = [&](int quarter) __attribute__((always_inline)) {
      return target(pass, tile.vector + vector, 2 * row + quarter / 2, 2 * column + quarter % 2);
    };
    const Target targets[] = {place(0), place(1), place(2), place(3)};
    const InlineActivationVec f(activation);
    const std::ptrdiff_t plane = g.strassen.outer_plane;
    for (std::ptrdiff_t i = 0; i < pass.count; ++i, from += lanes, first += lanes, second += lanes) {
      const Quarters c = add_products(from, g.strassen.product_plane);
      const Vec quarters[] = {c.c11, c.c12, c.c21, c.c22};
      BRICKS_UNROLL
      for (int q = 0; q < 4; ++q) {
        const Vec p = quarters[q];
        float* x = first + q * plane;
        float* y = second + q * plane;
        if constexpr (product == 0) store(x, p);
        if constexpr (product == 1 || product == 2) write(targets[q], i, load(x) + p, f);
        if constexpr (product == 3) write(targets[q], i, load(y) - p, f);
        if constexpr (product == 4) write(targets[q], i, load(y) + p, f);
        if constexpr (product == 4 || product == 5) store(x, load(x) + p);
        if constexpr (product == 6) store(y, load(x) + p);
      }
    }
    if (!is_output || is_inline(a.activation)) return;
    for (const Target& t : targets) second_pass(a.activation, t.to, t.count, lanes);
  }

  BRICKS_INLINE void finish(const Pass& pass, const Part& part, const OutputTile& tile) const {
    for (std::ptrdiff_t v = 0; v < tile.vectors; ++v) {
      const float* from = products_of(tile) + v * pass.count * lanes;
      if (g.strassen.levels == 1)
        write_vector(pass, from, tile.vector + v);
      else
        with_product(
            part.product(), [&](auto product)
                                __attribute__((always_inline)) { take_outer<product>(pass, from, tile, v); });
    }
  }

  template <class Body>
  BRICKS_INLINE void for_each_tile(const ConvRange& range, const Body& body) const {
    for (std::ptrdiff_t i = range.tile_begin; i < range.tile_end; ++i) {
      const std::ptrdiff_t vector = i * most_vectors, left = g.strassen.section_vectors - vector;
      body(OutputTile{vector - range.tile_begin * most_vectors, vector,
                      left < most_vectors ? left : most_vectors, i + 1 == range.tile_end});
    }
  }

  BRICKS_INLINE void run(const Pass& pass, const Part& part, const ConvRange& range) const {
    factors(pass, part).make(pass, part);
    for_each_tile(
        range, [&](const OutputTile& tile) __attribute__((always_inline)) {
          multiply(pass, part, tile);
          if (part.is_last) finish(pass, part, tile);
        });
  }

  BRICKS_INLINE void run(const Pass& pass, const ConvRange& range) const {
    const std::ptrdiff_t blocks = g.strassen.section_blocks;
    for (int turn = 0; turn < strassen_outer_products(g); ++turn)
      EvenRuns(blocks, g.strassen.parts).for_each([&](std::ptrdiff_t begin, std::ptrdiff_t count) {
        run(pass, {turn, begin, count, begin + count == blocks}, range);
      });
  }

  BRICKS_INLINE void run(const ConvRange& range) const {
    for_each_band(g, range, [&](const BandRows& rows) {
      pixel_tiles(rows.count, g.strassen.pass_places)
          .for_each([&](std::ptrdiff_t first, std::ptrdiff_t count) {
            run({rows.image, rows.y + first, count}, range);
          });
    });
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
