#include "kernels/winograd/winograd.hpp"

#include "kernels/iteration/divide.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// An odd number of cache lines (of c floats), so that the t^2 planes of V or M start in different sets of the
// caches.
constexpr Size plane_floats(Size vectors, Size lanes) { return (vectors | 1) * lanes; }

// How a side is cut: pieces of `taps` taps that lie a stride apart, tiles of `points` points, so many of them
// in each interleaved image.
struct Cut {
  Size points, taps, pieces, tiles;
};

Cut side_cut(Size out, Size kernel, Size stride, Size dilation, Size points, Size taps) {
  const Size image = divide_up(out, dilation);
  if (kernel == 1) return {1, 1, 1, image};
  Size pieces = 0;
  while (winograd_first_tap(pieces, stride, taps) < kernel) ++pieces;
  return {points, taps, pieces, divide_up(image, points - taps + 1)};
}

struct Cuts {
  Cut h, w;

  Size points() const { return h.points * w.points; }
  Size pieces() const { return h.pieces * w.pieces; }
  Size multiplications() const { return points() * pieces() * h.tiles * w.tiles; }
};

// By the fewest multiplications, of equals the most taps, so the fewest filters. Four taps on four points
// would save none.
Cuts cuts(const ConvProblem& p, Size out_h, Size out_w, Size points) {
  Cuts best{};
  for (Size taps = std::min({std::max(p.kernel_h, p.kernel_w), points - 1, Size{4}}); taps > 1; --taps) {
    const Cuts cut{side_cut(out_h, p.kernel_h, p.stride_h, p.dilation_h, points, taps),
                   side_cut(out_w, p.kernel_w, p.stride_w, p.dilation_w, points, taps)};
    if (best.multiplications() == 0 || cut.multiplications() < best.multiplications()) best = cut;
  }
  return best;
}

bool is_line(const ConvProblem& p) { return p.kernel_h == 1 || p.kernel_w == 1; }

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

// Cycles of one core. Measured with AVX-512: transforms of a patch or tile on Zen 5; of a vector of filters,
// which wait for their stores to L2 and so cost less where vectors are short, between 134 (t = 6) or 85 on
// Zen 4 and 160 or 80 on Cascade Lake; products at 95 % of two multiply-adds a cycle, of one on Zen 4.
// Between them t = 6 is taken for 512 channels at 7 px, 1.2 times as fast as t = 4 on Zen 4 and about 0.9
// where there are two. 8 bytes of weights a cycle from memory, of which a third of the shorter part is not
// hidden behind the longer.
double overlapped(double compute, double stream) {
  return std::max(compute, stream) + 0.3 * std::min(compute, stream);
}
constexpr double bytes_per_cycle = 8, multiply_adds_per_cycle = 1.5;

double direct_cycles(double pixels, double taps, double in, double out_vectors, double lanes) {
  return overlapped(pixels * taps * in * out_vectors / multiply_adds_per_cycle,
                    taps * in * out_vectors * lanes * 4 / bytes_per_cycle);
}

struct Transforms {
  double patch, filter;
};

Transforms transforms(const ConvProblem& p, Size points, double lanes) {
  if (is_line(p)) return points == 6 ? Transforms{30, 30} : Transforms{20, 20};
  return points == 6 ? Transforms{240, 38 + 7 * lanes} : Transforms{60, 19 + 4 * lanes};
}

double winograd_cycles(const ConvProblem& p, Size out_h, Size out_w, Size side_points, double lanes) {
  const Cuts c = cuts(p, out_h, out_w, side_points);
  const double tiles = static_cast<double>(p.batch * p.dilation_h * c.h.tiles * p.dilation_w * c.w.tiles);
  const Size pieces = c.pieces();
  const double in = static_cast<double>(pieces * p.in_channels), points = static_cast<double>(c.points());
  const double in_blocks =
                   static_cast<double>(pieces) * std::ceil(static_cast<double>(p.in_channels) / lanes),
               out_vectors = std::ceil(static_cast<double>(p.out_channels) / lanes);
  // Of several pieces for every group of output channels: 64 with F4 and 1 MiB of L2.
  const double groups = pieces == 1 ? 1 : std::ceil(static_cast<double>(p.out_channels) / 64);
  const Transforms each = transforms(p, side_points, lanes);
  const double patches = tiles * (in_blocks * groups + out_vectors) * each.patch;
  const double filters = in * out_vectors * each.filter;
  const double products = tiles * points * in * out_vectors / multiply_adds_per_cycle;
  const double taps = static_cast<double>(p.kernel_h * p.kernel_w);
  return overlapped(patches + filters + products,
                    taps * static_cast<double>(p.in_channels) * out_vectors * lanes * 4 / bytes_per_cycle);
}

}  // namespace

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
  const auto side = [](Size kernel, Size stride, Size dilation) {
    return stride == 1 || (dilation == 1 && kernel >= 2 * stride);
  };
  const bool square = p.kernel_h == p.kernel_w && p.stride_h == p.stride_w;
  return (square || is_line(p)) && p.kernel_h * p.kernel_w > 1 &&
         side(p.kernel_h, p.stride_h, p.dilation_h) && side(p.kernel_w, p.stride_w, p.dilation_w) &&
         p.groups == 1 && !p.plain_input && !p.transposed;
}

ConvGeometry winograd_line(const ConvGeometry& g) {
  ConvGeometry line = g;
  ConvProblem& p = line.problem;
  if (p.kernel_h == 1) return line;
  std::swap(p.in_h, p.in_w);
  std::swap(p.kernel_h, p.kernel_w);
  std::swap(p.stride_h, p.stride_w);
  std::swap(p.dilation_h, p.dilation_w);
  std::swap(p.pad_top, p.pad_left);
  std::swap(p.pad_bottom, p.pad_right);
  std::swap(line.out_h, line.out_w);
  for (ConvStrides* s : {&p.input, &p.output, &p.residual}) std::swap(s->row, s->pixel);
  return line;
}

void winograd_geometry(ConvGeometry& g) {
  const ConvGeometry turned = is_line(g.problem) ? winograd_line(g) : g;
  const ConvProblem& p = turned.problem;
  const Cuts c = cuts(p, turned.out_h, turned.out_w, g.algorithm == ConvAlgorithm::winograd_f4 ? 6 : 4);
  ConvWinograd& w = g.winograd;
  w.points = c.points();
  w.pieces_h = c.h.pieces, w.pieces_w = c.w.pieces;
  w.piece_taps = c.w.taps;
  w.image_rows = c.h.tiles;
  w.image_columns = c.w.tiles;
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
