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

// Two register tiles; four and as many as there are take 0.98 to 1.02 of the time.
Size pass_pairs(const ConvGeometry& g, Size pairs) { return std::min(pairs, Size{2} * g.tile_pixels); }

// Blocks of half the input channels, as many as have their factors for one pass in half of L2.
Size part_blocks(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size floats = strassen_made(g) * p.kernel_h * p.kernel_w * g.strassen.pass_pairs * g.lanes;
  const Size fitting = std::max<Size>(1, g.options.l2_bytes / 2 / (floats * 4));
  return divide_up(g.strassen.half_blocks, divide_up(g.strassen.half_blocks, fitting));
}

// With more the factors of one block of channels alone are beyond half of 1 MiB of L2.
constexpr Size most_taps = 49;

// Cycles of T1 to T4 for a pair of pixels and one vector of input channels from either half, and of the
// output for one of output channels from either half, more than the direct method's. Measured with AVX-512 on
// Zen 4, which stores a vector in two cycles, 15 and 42 with weights in the cache; a core of two
// multiply-adds a cycle stores one a cycle.
constexpr double cycles_of_sums = 14, cycles_of_outputs = 34;

}  // namespace

bool strassen_applies(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size halves = Size{2} * g.lanes;
  return p.kernel_h * p.kernel_w <= most_taps && p.groups == 1 && !p.plain_input && !p.transposed &&
         !winograd_applies(p) && p.in_channels % halves == 0 && p.out_channels % halves == 0 &&
         g.out_h * g.out_w > 1 && writes_flat_maps(g);
}

bool strassen_pays(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const double taps = static_cast<double>(p.kernel_h * p.kernel_w), lanes = g.lanes,
               in = static_cast<double>(p.in_channels), vectors = static_cast<double>(p.out_channels) / lanes,
               map = static_cast<double>(g.out_h * g.out_w), batch = static_cast<double>(p.batch);
  const double pairs = batch * std::ceil(map / 2);
  const double sums = pairs * (taps * in / lanes / 2 * cycles_of_sums + vectors / 2 * cycles_of_outputs);
  const double products = pairs * strassen_products * taps * in / 2 * vectors / 2 / multiply_adds_per_cycle;
  const double weight_bytes = strassen_products / 4.0 * taps * in * vectors * lanes * 4;
  return with_weights(sums + products, weight_bytes) < direct_cycles(batch * map, taps, in, vectors, lanes);
}

void strassen_geometry(ConvGeometry& g) {
  ConvStrassen& s = g.strassen;
  const Size map = g.out_h * g.out_w, pairs = divide_up(map, 2),
             taps = g.problem.kernel_h * g.problem.kernel_w;
  s.second = map / 2;
  s.reads_in_place = reads_flat_maps(g);
  s.half_blocks = g.group_in_blocks / 2;
  s.half_vectors = g.group_out_vectors / 2;
  s.pass_pairs = pass_pairs(g, pairs);
  const Size blocks = part_blocks(g);
  s.parts = divide_up(s.half_blocks, blocks);
  s.factor_plane = plane_floats(blocks * taps * s.pass_pairs, g.lanes);
  s.product_plane = plane_floats(g.tile_vectors * s.pass_pairs, g.lanes);
  g.rows = g.problem.batch * pairs;
  g.band_rows = pairs;
  g.tiles = divide_up(s.half_vectors, g.tile_vectors);
  g.weight_floats = strassen_products * s.half_blocks * g.lanes * taps * s.half_vectors * g.lanes;
  g.scratch_bytes = 4 * (strassen_made(g) * s.factor_plane +
                         strassen_products * (s.parts > 1 ? g.tiles : 1) * s.product_plane);
}

}  // namespace bricks::kernels
