#include "kernels/winograd/winograd.hpp"

#include "kernels/conv/geometry.hpp"
#include "kernels/iteration/divide.hpp"
#include "kernels/winograd/cuts.hpp"

#include <algorithm>
#include <utility>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Tiles of a pass: four register tiles, eight of a line, whose points are few. V leaves L2 where there are
// more than 128 channels, but filters are transformed and read once a pass: against passes of two register
// tiles 1.06 times as fast at 512 channels and 28 px, on a Cascade Lake core with 1 MiB of L2.
Size pass_tiles(const ConvGeometry& g) {
  const Size pixels = (is_line(g.problem) ? 8 : 4) * 14;
  return std::min<Size>(pixels / g.tile_pixels * g.tile_pixels, g.rows * g.winograd.tile_columns);
}

// All, or with several pieces as many as have their M in half of L2.
Size group_tiles(const ConvGeometry& g) {
  if (g.winograd.pieces() == 1) return g.tiles;
  const Size fitting =
      g.options.l2_bytes / 2 / (g.winograd.points * g.winograd.pass_tiles * g.tile_vectors * g.lanes * 4);
  return std::clamp<Size>(fitting, 1, g.tiles);
}

// All, or with several pieces as many as have their V in a quarter of L2.
Size input_channels(const ConvGeometry& g) {
  if (g.winograd.pieces() == 1) return g.group_in;
  const Size fitting = g.options.l2_bytes / 4 / (g.winograd.points * g.winograd.pass_tiles * 4);
  return std::min(g.group_in, std::max<Size>(1, fitting / g.lanes) * g.lanes);
}

// Input channels whose filters, transformed for one tile of output channels, fit into 3/8 of L2; as equal
// parts as blocks of channels allow. 1/4 is within 5 %, 1/8 and 3/4 are 5 to 20 % slower.
Size part_channels(const ConvGeometry& g) {
  const Size fitting = g.options.l2_bytes * 3 / 8 / (g.winograd.points * g.tile_vectors * g.lanes * 4);
  const Size parts = divide_up(g.group_in, std::max<Size>(g.lanes, fitting / g.lanes * g.lanes));
  return divide_up(divide_up(g.group_in, parts), g.lanes) * g.lanes;
}

// True where the filters of all output channels stay near enough and serve more than two passes.
bool keeps_filters(const ConvGeometry& g) {
  const Size bytes = g.winograd.points * g.winograd.pieces() * g.group_in * g.group_out_vectors * g.lanes * 4;
  return 2 * bytes <= 5 * g.options.l2_bytes && g.rows * g.winograd.tile_columns > 2 * g.winograd.pass_tiles;
}

}  // namespace

bool winograd_applies(const ConvProblem& p) {
  const auto side = [](Size kernel, Size stride, Size dilation) {
    return stride == 1 || (dilation == 1 && kernel > stride);
  };
  const bool square = p.kernel_h == p.kernel_w && p.stride_h == p.stride_w;
  return (square || is_line(p)) && p.kernel_h * p.kernel_w > 1 &&
         side(p.kernel_h, p.stride_h, p.dilation_h) && side(p.kernel_w, p.stride_w, p.dilation_w) &&
         p.groups == 1 && !p.plain_input && !p.transposed;
}

ConvGeometry winograd_turned(const ConvGeometry& g) {
  ConvGeometry turned = g;
  ConvProblem& p = turned.problem;
  if (p.kernel_w > 1) return turned;
  std::swap(p.in_h, p.in_w);
  std::swap(p.kernel_h, p.kernel_w);
  std::swap(p.stride_h, p.stride_w);
  std::swap(p.dilation_h, p.dilation_w);
  std::swap(p.pad_top, p.pad_left);
  std::swap(p.pad_bottom, p.pad_right);
  std::swap(turned.out_h, turned.out_w);
  for (ConvStrides* s : {&p.input, &p.output, &p.residual}) std::swap(s->row, s->pixel);
  return turned;
}

void winograd_geometry(ConvGeometry& g) {
  const ConvGeometry turned = winograd_turned(g);
  const ConvProblem& p = turned.problem;
  const WinogradCuts c =
      winograd_cuts(p, turned.out_h, turned.out_w, g.algorithm == ConvAlgorithm::winograd_f4 ? 6 : 4);
  ConvWinograd& w = g.winograd;
  w.points = c.points();
  w.kernel_taps = p.kernel_h * p.kernel_w;
  w.pieces_h = c.h.pieces, w.pieces_w = c.w.pieces;
  w.piece_taps = c.w.taps;
  w.image_rows = c.h.tiles;
  w.image_columns = c.w.tiles;
  w.last_lacks_h = c.h.last_lacks, w.last_lacks_w = c.w.last_lacks;
  w.tile_rows = p.dilation_h * w.image_rows;
  w.tile_columns = p.dilation_w * w.image_columns;
  g.rows = p.batch * w.tile_rows;
  w.pass_tiles = pass_tiles(g);
  w.group_tiles = group_tiles(g);
  w.input_channels = input_channels(g);
  w.input_plane = plane_floats(divide_up(w.input_channels, g.lanes) * w.pass_tiles, g.lanes);
  w.product_plane = plane_floats(g.tile_vectors * w.pass_tiles, g.lanes);
  w.keeps_filters = keeps_filters(g);
  w.part_channels = w.keeps_filters ? g.group_in : part_channels(g);
  w.filter_plane = plane_floats(std::min(w.part_channels, g.group_in) * g.tile_vectors, g.lanes);
  const Size products = w.pieces() == 1 ? 1 : w.group_tiles,
             filters = w.keeps_filters ? g.tiles * w.pieces() : 1;
  g.scratch_bytes = 4 * w.points * (w.input_plane + products * w.product_plane + filters * w.filter_plane);
}

}  // namespace bricks::kernels
