#include "kernels/winograd/winograd.hpp"

#include "kernels/iteration/divide.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// An odd number of cache lines (of c floats), so that the t^2 planes of V or M start in different sets of the
// caches.
constexpr Size plane_floats(Size vectors, Size lanes) { return (vectors | 1) * lanes; }

// Pieces along each side, of r taps each that lie a stride apart.
Size side_pieces(Size kernel, Size stride, Size r) {
  Size pieces = 0;
  while (winograd_first_tap(pieces, stride, r) < kernel) ++pieces;
  return pieces;
}

Size side_pieces(const ConvProblem& p) {
  return side_pieces(p.kernel_h, p.stride_h, winograd_taps(p.kernel_h, p.stride_h));
}

// Tiles of a pass, four register tiles. V leaves L2 where there are more than 128 channels, but filters are
// transformed and read once a pass: against passes of two register tiles 1.06 times as fast at 512 channels
// and 28 px, on a Cascade Lake core with 1 MiB of L2.
Size pass_tiles(const ConvGeometry& g) {
  return std::min<Size>(4 * 14 / g.tile_pixels * g.tile_pixels, g.rows * g.winograd.tile_columns);
}

// All, or with several pieces as many as have their M in half of L2.
Size group_tiles(const ConvGeometry& g, Size points) {
  if (g.winograd.side_pieces == 1) return g.tiles;
  const Size fitting =
      g.options.l2_bytes / 2 / (points * g.winograd.pass_tiles * g.tile_vectors * g.lanes * 4);
  return std::clamp<Size>(fitting, 1, g.tiles);
}

// All, or with several pieces as many as have their V in a quarter of L2.
Size input_channels(const ConvGeometry& g, Size points) {
  if (g.winograd.side_pieces == 1) return g.group_in;
  const Size fitting = g.options.l2_bytes / 4 / (points * g.winograd.pass_tiles * 4);
  return std::min(g.group_in, std::max<Size>(1, fitting / g.lanes) * g.lanes);
}

// Input channels whose filters, transformed for one tile of output channels, fit into 3/8 of L2; as equal
// parts as blocks of channels allow. 1/4 is within 5 %, 1/8 and 3/4 are 5 to 20 % slower.
Size part_channels(const ConvGeometry& g, Size points) {
  const Size fitting = g.options.l2_bytes * 3 / 8 / (points * g.tile_vectors * g.lanes * 4);
  const Size parts = divide_up(g.group_in, std::max<Size>(g.lanes, fitting / g.lanes * g.lanes));
  return divide_up(divide_up(g.group_in, parts), g.lanes) * g.lanes;
}

// True where the filters of all output channels stay near enough and serve more than two passes.
bool keeps_filters(const ConvGeometry& g, Size points) {
  const Size pieces = g.winograd.side_pieces * g.winograd.side_pieces;
  const Size bytes = points * pieces * g.group_in * g.group_out_vectors * g.lanes * 4;
  return 2 * bytes <= 5 * g.options.l2_bytes && g.rows * g.winograd.tile_columns > 2 * g.winograd.pass_tiles;
}

// Cycles of one core. Measured on a Zen 5 core with AVX-512: products at 95 % of two multiply-adds a cycle,
// 240 (t = 6) or 60 (t = 4) cycles for the transforms of one patch or tile, 160 or 80 on Cascade Lake for a
// vector of filters, which waits for its stores to L2; 8 bytes of weights a cycle from memory, of which a
// third of the shorter part is not hidden behind the longer.
double overlapped(double compute, double stream) {
  return std::max(compute, stream) + 0.3 * std::min(compute, stream);
}
constexpr double bytes_per_cycle = 8, multiply_adds_per_cycle = 1.9;

double direct_cycles(double pixels, double taps, double in, double out_vectors, double lanes) {
  return overlapped(pixels * taps * in * out_vectors / multiply_adds_per_cycle,
                    taps * in * out_vectors * lanes * 4 / bytes_per_cycle);
}

double winograd_cycles(const ConvProblem& p, Size out_h, Size out_w, Size t, double lanes) {
  const Size m = t - winograd_taps(p.kernel_h, p.stride_h) + 1, pieces = side_pieces(p) * side_pieces(p);
  const auto tiles_along = [m](Size size, Size dilation) {
    return dilation * divide_up(divide_up(size, dilation), m);
  };
  const double tiles =
      static_cast<double>(p.batch * tiles_along(out_h, p.dilation_h) * tiles_along(out_w, p.dilation_w));
  const double in = static_cast<double>(pieces * p.in_channels), points = static_cast<double>(t * t);
  const double in_blocks =
                   static_cast<double>(pieces) * std::ceil(static_cast<double>(p.in_channels) / lanes),
               out_vectors = std::ceil(static_cast<double>(p.out_channels) / lanes);
  // Of several pieces for every group of output channels: 64 with F4 and 1 MiB of L2.
  const double groups = pieces == 1 ? 1 : std::ceil(static_cast<double>(p.out_channels) / 64);
  const double transforms = tiles * (in_blocks * groups + out_vectors) * (t == 6 ? 240 : 60);
  const double filters = in * out_vectors * (t == 6 ? 160 : 80);
  const double products = tiles * points * in * out_vectors / multiply_adds_per_cycle;
  const double taps = static_cast<double>(p.kernel_h * p.kernel_w);
  return overlapped(transforms + filters + products,
                    taps * static_cast<double>(p.in_channels) * out_vectors * lanes * 4 / bytes_per_cycle);
}

}  // namespace

// By their multiplications with t = 6.
Size winograd_taps(Size kernel, Size stride) {
  const Size twos = 4 * side_pieces(kernel, stride, 2), threes = 5 * side_pieces(kernel, stride, 3);
  return twos < threes ? 2 : 3;
}

ConvAlgorithm winograd_choice(const ConvProblem& p, Size out_h, Size out_w, int lanes, bool strict) {
  if (!winograd_applies(p)) return ConvAlgorithm::direct;
  const double pixels = static_cast<double>(p.batch * out_h * out_w);
  const double direct =
      direct_cycles(pixels, static_cast<double>(p.kernel_h * p.kernel_w), static_cast<double>(p.in_channels),
                    static_cast<double>(divide_up(p.out_channels, lanes)), lanes);
  const double f2 = winograd_cycles(p, out_h, out_w, 4, lanes);
  const double f4 = strict ? f2 : winograd_cycles(p, out_h, out_w, 6, lanes);
  if (direct <= std::min(f2, f4)) return ConvAlgorithm::direct;
  return f2 <= f4 ? ConvAlgorithm::winograd_f2 : ConvAlgorithm::winograd_f4;
}

bool winograd_applies(const ConvProblem& p) {
  const bool square = p.kernel_w == p.kernel_h && p.stride_w == p.stride_h;
  const bool strided = p.dilation_h == 1 && p.dilation_w == 1 && p.kernel_h >= 2 * p.stride_h;
  return square && (p.stride_h == 1 ? p.kernel_h > 1 : strided) && p.groups == 1 && !p.plain_input &&
         !p.transposed;
}

void winograd_geometry(ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size t = g.algorithm == ConvAlgorithm::winograd_f4 ? 6 : 4,
             m = t - winograd_taps(p.kernel_h, p.stride_h) + 1;
  ConvWinograd& w = g.winograd;
  w.image_rows = divide_up(divide_up(g.out_h, p.dilation_h), m);
  w.image_columns = divide_up(divide_up(g.out_w, p.dilation_w), m);
  w.tile_rows = p.dilation_h * w.image_rows;
  w.tile_columns = p.dilation_w * w.image_columns;
  g.rows = p.batch * w.tile_rows;
  w.side_pieces = side_pieces(p);
  w.piece_taps = winograd_taps(p.kernel_h, p.stride_h);
  w.pass_tiles = pass_tiles(g);
  w.group_tiles = group_tiles(g, t * t);
  w.input_channels = input_channels(g, t * t);
  w.input_plane = plane_floats(divide_up(w.input_channels, g.lanes) * w.pass_tiles, g.lanes);
  w.product_plane = plane_floats(g.tile_vectors * w.pass_tiles, g.lanes);
  w.keeps_filters = keeps_filters(g, t * t);
  w.part_channels = w.keeps_filters ? g.group_in : part_channels(g, t * t);
  w.filter_plane = plane_floats(std::min(w.part_channels, g.group_in) * g.tile_vectors, g.lanes);
  const Size pieces = w.side_pieces * w.side_pieces;
  const Size products = pieces == 1 ? 1 : w.group_tiles, filters = w.keeps_filters ? g.tiles * pieces : 1;
  g.scratch_bytes = 4 * t * t * (w.input_plane + products * w.product_plane + filters * w.filter_plane);
}

}  // namespace bricks::kernels
