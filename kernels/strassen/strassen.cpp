#include "kernels/strassen/strassen.hpp"

#include "kernels/conv/cost.hpp"
#include "kernels/conv/geometry.hpp"
#include "kernels/iteration/divide.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// As many pairs as have T and the products of a tile in half of L2, at most four register tiles; whole
// register tiles.
Size pass_pairs(const ConvGeometry& g, Size pairs) {
  const Size pair_floats =
      strassen_sums * g.strassen.half_blocks * g.lanes + strassen_products * g.tile_vectors * g.lanes;
  const Size fitting = g.options.l2_bytes / 2 / (pair_floats * 4);
  const Size most = std::min<Size>(fitting, Size{2} * g.tile_pixels);
  return std::min(pairs, std::max<Size>(1, most / g.tile_pixels) * g.tile_pixels);
}

// Cycles of T1 to T4 for a pair of pixels and one vector of input channels from either half, and of the
// output for one of output channels from either half, more than the direct method's. Measured with AVX-512 on
// Zen 4, which stores a vector in two cycles, 15 and 42 with weights in the cache; a core of two
// multiply-adds a cycle stores one a cycle.
constexpr double cycles_of_sums = 14, cycles_of_outputs = 34;

}  // namespace

bool strassen_applies(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size halves = Size{2} * g.lanes;
  return p.kernel_h == 1 && p.kernel_w == 1 && p.stride_h == 1 && p.stride_w == 1 && p.groups == 1 &&
         !p.plain_input && !p.transposed && p.pad_top + p.pad_left + p.pad_bottom + p.pad_right == 0 &&
         p.in_channels % halves == 0 && p.out_channels % halves == 0 && p.in_h * p.in_w > 1 && is_flat(g);
}

bool strassen_pays(const ConvGeometry& g) {
  const double in = static_cast<double>(g.problem.in_channels), lanes = g.lanes,
               vectors = static_cast<double>(g.group_out_vectors),
               map = static_cast<double>(g.out_h * g.out_w), batch = static_cast<double>(g.problem.batch);
  const double pairs = batch * std::ceil(map / 2);
  const double sums = pairs * (in / lanes / 2 * cycles_of_sums + vectors / 2 * cycles_of_outputs);
  const double products = pairs * strassen_products * in / 2 * vectors / 2 / multiply_adds_per_cycle;
  const double weight_bytes = strassen_products / 4.0 * in * vectors * lanes * 4;
  return with_weights(sums + products, weight_bytes) < direct_cycles(batch * map, 1, in, vectors, lanes);
}

void strassen_geometry(ConvGeometry& g) {
  ConvStrassen& s = g.strassen;
  const Size map = g.out_h * g.out_w, pairs = divide_up(map, 2);
  s.second = map / 2;
  s.half_blocks = g.group_in_blocks / 2;
  s.half_vectors = g.group_out_vectors / 2;
  s.pass_pairs = pass_pairs(g, pairs);
  s.sum_plane = plane_floats(s.half_blocks * s.pass_pairs, g.lanes);
  s.product_plane = plane_floats(g.tile_vectors * s.pass_pairs, g.lanes);
  g.rows = g.problem.batch * pairs;
  g.band_rows = pairs;
  g.tiles = g.group_tiles = divide_up(s.half_vectors, g.tile_vectors);
  g.weight_floats = strassen_products * s.half_blocks * g.lanes * s.half_vectors * g.lanes;
  g.scratch_bytes = 4 * (strassen_sums * s.sum_plane + strassen_products * s.product_plane);
}

}  // namespace bricks::kernels
