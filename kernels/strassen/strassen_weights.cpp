#include "kernels/strassen/strassen.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Output channels of a tile, of every section; twice what any ISA has.
constexpr Size most_outputs = 64;

struct FirstFactors {
  float of[strassen_products][most_outputs];
};

// S and A of one level, by the weights out of each quarter.
void add_up(const float* a11, const float* a12, const float* a21, const float* a22, Size count,
            FirstFactors& to) {
  for (Size o = 0; o < count; ++o) {
    const float s1 = a21[o] + a22[o], s2 = s1 - a11[o];
    to.of[0][o] = a11[o], to.of[1][o] = a12[o], to.of[2][o] = a12[o] - s2, to.of[3][o] = a22[o];
    to.of[4][o] = s1, to.of[5][o] = s2, to.of[6][o] = a11[o] - a21[o];
  }
}

// Weights of output channels from `first` on for one input channel, of every section.
struct Column {
  const ConvGeometry& g;
  WeightView view;  // whose origin is the input channel of the first section
  const float* scale;
  Size first, count;

  void weights(int row, int column, float* to) const {
    const int sections = strassen_sections(g.strassen.levels);
    const float* from = view.origin + g.group_in / sections * column * view.in;
    for (Size o = 0; o < count; ++o) {
      const Size out = g.group_out / sections * row + first + o;
      to[o] = from[out * view.out] * (scale ? scale[out] : 1.0f);
    }
  }

  // Of the quarters of the sections that `row` and `column` begin, so many further.
  void factors(int row, int column, int further, FirstFactors& to) const {
    float a[4][most_outputs];
    for (int i = 0; i < 4; ++i) weights(row + i / 2 * further, column + i % 2 * further, a[i]);
    add_up(a[0], a[1], a[2], a[3], count, to);
  }
};

void store(const FirstFactors& f, Size count, Size product, float* to) {
  for (Size k = 0; k < strassen_products; ++k) std::copy_n(f.of[k], count, to + k * product);
}

// Products lie so many floats apart, those of the outer level too.
void pack_column(const Column& c, Size product, Size outer_product, float* to) {
  FirstFactors f;
  if (c.g.strassen.levels == 1) {
    c.factors(0, 0, 1, f);
    return store(f, c.count, product, to);
  }
  FirstFactors outer[4];
  for (int i = 0; i < 4; ++i) c.factors(i / 2, i % 2, 2, outer[i]);
  for (Size i = 0; i < strassen_products; ++i) {
    const int k = strassen_outer_order[i];
    add_up(outer[0].of[k], outer[1].of[k], outer[2].of[k], outer[3].of[k], c.count, f);
    store(f, c.count, product, to + i * outer_product);
  }
}

// A tile of output channels of the part of the input channels that begins at block `begin` of a section:
// [product][block][tap][lane][V c].
float* pack_tile(const ConvGeometry& g, const WeightView& view, const float* scale, Size begin, Size blocks,
                 Size first, float* to) {
  const ConvProblem& p = g.problem;
  const Size count =
      std::min<Size>(g.tile_vectors * g.lanes, g.group_out / strassen_sections(g.strassen.levels) - first);
  const Size product = blocks * p.kernel_h * p.kernel_w * g.lanes * count;
  float* step = to;
  for (Size block = begin; block < begin + blocks; ++block)
    for (Size ky = 0; ky < p.kernel_h; ++ky)
      for (Size kx = 0; kx < p.kernel_w; ++kx)
        for (Size lane = 0; lane < g.lanes; ++lane, step += count) {
          WeightView at = view;
          at.origin += (block * g.lanes + lane) * view.in + ky * view.ky + kx * view.kx;
          pack_column({g, at, scale, first, count}, product, g.weight_floats / strassen_products, step);
        }
  return to + strassen_products * product;
}

}  // namespace

void strassen_pack(const ConvGeometry& g, const WeightView& view, const float* scale, float* to) {
  const Size blocks = g.strassen.section_blocks, parts = g.strassen.parts;
  for (Size part = 0; part < parts; ++part) {
    const Size begin = blocks * part / parts, end = blocks * (part + 1) / parts;
    for (Size first = 0; first < g.group_out / strassen_sections(g.strassen.levels);
         first += g.tile_vectors * g.lanes)
      to = pack_tile(g, view, scale, begin, end - begin, first, to);
  }
}

}  // namespace bricks::kernels
