#include "kernels/strassen/strassen.hpp"

#include "kernels/conv/cost.hpp"
#include "kernels/conv/geometry.hpp"
#include "kernels/iteration/divide.hpp"
#include "kernels/winograd/winograd.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Of one level two register tiles of AVX-512; four and as many as there are take 0.98 to 1.02 of the time.
// But three at once where there are no more: maps of 8 x 8 have 32 places, which by two passes of 16, each
// with all weights, took 1.2 to 1.7 times as long (2048 channels to 192, 320, 384 and 448, 1280 to 192 and
// 320; 3x3 with stride 2 onto 8 px 1.17; one core of an Emerald Rapids). For all maps three are no better
// than two. Two levels need more, as more weights come from memory for less work: senet154's 1024 channels at
// 14 px took 1.69 ms with 14 places, 1.59 with 28, 1.52 with 56, 1.54 with 112 and factors in two parts. As
// many on every ISA: by AVX2's own tiles of 6 places weights were read several times as often, and senet154
// took 209 ms, two levels included 174 (two Zen 4 cores).
Size pass_places(const ConvGeometry& g, Size places) {
  if (g.strassen.levels == 2) return std::min<Size>(places, 56);
  return places <= 42 ? places : 28;
}

// Blocks of a section of the input channels, as many as have their factors for one pass in half of L2.
Size part_blocks(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size floats = strassen_made(g) * p.kernel_h * p.kernel_w * g.strassen.pass_places * g.lanes;
  const Size fitting = std::max<Size>(1, g.options.l2_bytes / 2 / (floats * 4));
  return divide_up(g.strassen.section_blocks, divide_up(g.strassen.section_blocks, fitting));
}

// Cuts the pixels; returns the places of a section.
Size cut_pixels(ConvStrassen& s, Size map) {
  Size places = map;
  s.first_pixel[0] = 0, s.written[0] = map;
  for (Size count = 1; count < strassen_sections(s.levels); count *= 2) {
    const Size second = places / 2;
    for (Size i = count - 1; i >= 0; --i) {
      const Size first = s.first_pixel[i], written = s.written[i];
      s.first_pixel[2 * i] = first, s.written[2 * i] = std::min(written, second);
      s.first_pixel[2 * i + 1] = first + second, s.written[2 * i + 1] = std::max<Size>(0, written - second);
    }
    places = divide_up(places, 2);
  }
  return places;
}

int levels_of(ConvAlgorithm algorithm) { return algorithm == ConvAlgorithm::strassen_2 ? 2 : 1; }

// With more the factors of one block of channels alone are beyond half of 1 MiB of L2.
constexpr Size most_taps = 49;

// Two levels have 49/16 of the weights' bytes, one 7/4.
constexpr double worth_more_weights = 0.98;

// What a tile of one vector, at the end of an odd number of them, takes longer than half a tile of two.
constexpr double odd_vector = 0.2;

double cycles_of(const ConvGeometry& g, int levels, const Core& core) {
  const ConvProblem& p = g.problem;
  const double sections = strassen_sections(levels), products = std::pow(strassen_products, levels),
               lanes = core.lanes;
  const double taps = static_cast<double>(p.kernel_h * p.kernel_w),
               in = static_cast<double>(p.in_channels) / sections,
               vectors = static_cast<double>(p.out_channels) / lanes / sections,
               places = std::ceil(static_cast<double>(g.out_h * g.out_w) / sections);
  const auto [factors, outputs] = strassen_sums[levels - 1];
  const double sums = core.sum_cost * places * (taps * in / lanes * factors + vectors * outputs);
  const double multiplies =
      products * places * taps * in * (vectors + (std::fmod(vectors, 2) == 1 ? odd_vector : 0));
  return with_weights(static_cast<double>(p.batch) * (sums + multiplies) / core.multiply_adds_per_cycle,
                      products * taps * in * vectors * lanes * 4);
}

// Where Winograd's method alone is a candidate: a kernel with stride 1, or of two strides, which leaves 0.36
// of the multiplications. 3x3 with stride 2 leaves 0.54 or 0.60, so either may be faster. 4x4 with stride 2
// on small maps costs by one level what it costs directly, and takes 1.07 to 1.3 of that time (512 channels
// at 8 px).
bool belongs_to_winograd(const ConvProblem& p) {
  const Size kernel = std::max(p.kernel_h, p.kernel_w), stride = std::max(p.stride_h, p.stride_w);
  return winograd_applies(p) && (stride == 1 || kernel >= 2 * stride);
}

}  // namespace

bool strassen_applies(const ConvGeometry& g, ConvAlgorithm algorithm) {
  const ConvProblem& p = g.problem;
  const Size sections = Size{strassen_sections(levels_of(algorithm))} * g.lanes;
  return p.kernel_h * p.kernel_w <= most_taps && p.groups == 1 && !p.plain_input && !p.transposed &&
         !belongs_to_winograd(p) && p.in_channels % sections == 0 && p.out_channels % sections == 0 &&
         g.out_h * g.out_w > 1 && writes_flat_maps(g);
}

AlgorithmCost strassen_cost(const ConvGeometry& g, const Core& core) {
  const AlgorithmCost one{ConvAlgorithm::strassen, cycles_of(g, 1, core)};
  if (!strassen_applies(g, ConvAlgorithm::strassen_2)) return one;
  return cheaper(one, {ConvAlgorithm::strassen_2, cycles_of(g, 2, core) / worth_more_weights});
}

void strassen_geometry(ConvGeometry& g) {
  ConvStrassen& s = g.strassen;
  s.levels = levels_of(g.algorithm);
  const int sections = strassen_sections(s.levels);
  const Size places = cut_pixels(s, g.out_h * g.out_w), taps = g.problem.kernel_h * g.problem.kernel_w;
  s.reads_in_place = reads_flat_maps(g);
  s.section_blocks = g.group_in_blocks / sections;
  s.section_vectors = g.group_out_vectors / sections;
  s.pass_places = pass_places(g, places);
  const Size blocks = part_blocks(g);
  s.parts = divide_up(s.section_blocks, blocks);
  s.factor_plane = plane_floats(blocks * taps * s.pass_places, g.lanes);
  s.product_plane = plane_floats(g.tile_vectors * s.pass_places, g.lanes);
  s.outer_plane = s.levels == 1 ? 0 : plane_floats(s.pass_places, g.lanes);
  g.rows = g.problem.batch * places;
  g.band_rows = places;
  g.tiles = divide_up(s.section_vectors, g.tile_vectors);
  g.weight_floats = Size{strassen_outer_products(g)} * strassen_products * s.section_blocks * g.lanes * taps *
                    s.section_vectors * g.lanes;
  const Size outer_floats = g.tiles * g.tile_vectors * strassen_waiting_sums * 4 * s.outer_plane;
  g.scratch_bytes = 4 * (strassen_made(g) * s.factor_plane + strassen_inner_floats(g) + outer_floats);
}

}  // namespace bricks::kernels
