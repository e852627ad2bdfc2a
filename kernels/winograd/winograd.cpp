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

// Tiles a pass: V = t^2 x channels x tiles should fit into half of L2, but fewer than two register tiles
// would read the weights, which come from beyond L2, too often: 4 bytes for every 2 T flops.
Size pass_tiles(const ConvGeometry& g, Size points) {
  const Size fitting = g.options.l2_bytes / 2 / (points * g.group_in_blocks * g.lanes * 4);
  const Size register_tiles = std::clamp<Size>(fitting / g.tile_pixels, 2, 4 * 14 / g.tile_pixels);
  return std::min(register_tiles * g.tile_pixels, g.rows * g.winograd.tile_columns);
}

// G of the two algorithms, row by row; the points' order is that of transforms.hpp.
constexpr double root = 1.4142135623730951;
constexpr double g4[6][3] = {{1, 0, 0},
                             {-2.0 / 3, -root / 3, -1.0 / 3},
                             {-2.0 / 3, root / 3, -1.0 / 3},
                             {1.0 / 6, root / 6, 1.0 / 3},
                             {1.0 / 6, -root / 6, 1.0 / 3},
                             {0, 0, 1}};
constexpr double g2[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};

// G of a kernel of r taps: of the matrices above, which are for three, the first columns, but for the point
// at infinity, whose value is the last tap.
template <int t>
double filter_entry(const double (&g)[t][3], Size point, Size tap, Size r) {
  return point == t - 1 ? (tap == r - 1 ? 1 : 0) : g[point][tap];
}

// to[i * t + j] = (G w G^T)[i][j]; view.origin is the kernel's first tap.
template <int t>
void transform_filter(const double (&g)[t][3], const WeightView& view, Size r, double scale, double* to) {
  double rows[t][3] = {};
  for (int i = 0; i < t; ++i)
    for (Size x = 0; x < r; ++x)
      for (Size y = 0; y < r; ++y)
        rows[i][x] += scale * filter_entry(g, i, y, r) * view.origin[y * view.ky + x * view.kx];
  for (int i = 0; i < t; ++i)
    for (int j = 0; j < t; ++j) {
      to[i * t + j] = 0;
      for (Size x = 0; x < r; ++x) to[i * t + j] += rows[i][x] * filter_entry(g, j, x, r);
    }
}

// One tile of output channels: [point][input channel][width].
template <int t>
void pack_tile(const ConvGeometry& g, const double (&matrix)[t][3], const WeightView& view,
               const float* scale, Size first, Size width, float* packed) {
  double filter[t * t];
  for (Size in = 0; in < g.group_in; ++in)
    for (Size o = 0; o < width; ++o) {
      const Size out = first + o;
      WeightView kernel = view;
      kernel.origin += out * view.out + in * view.in;
      if (out < g.group_out)
        transform_filter(matrix, kernel, g.problem.kernel_h, scale ? scale[out] : 1.0, filter);
      else
        std::fill_n(filter, t * t, 0.0);
      for (Size k = 0; k < t * t; ++k)
        packed[(k * g.group_in + in) * width + o] = static_cast<float>(filter[k]);
    }
}

// Cycles of one core. Measured on a Zen 5 core with AVX-512: products at 95 % of two multiply-adds a cycle,
// 240 (t = 6) or 60 (t = 4) cycles for the transforms of one patch or tile, 8 bytes of weights a cycle from
// memory, of which a third of the shorter part is not hidden behind the longer.
double overlapped(double compute, double stream) {
  return std::max(compute, stream) + 0.3 * std::min(compute, stream);
}
constexpr double bytes_per_cycle = 8, multiply_adds_per_cycle = 1.9;

double direct_cycles(double pixels, double taps, double in, double out_vectors, double lanes) {
  return overlapped(pixels * taps * in * out_vectors / multiply_adds_per_cycle,
                    taps * in * out_vectors * lanes * 4 / bytes_per_cycle);
}

double winograd_cycles(const ConvProblem& p, Size out_h, Size out_w, Size t, double lanes) {
  const Size m = t - p.kernel_h + 1;
  const auto tiles_along = [m](Size size, Size dilation) {
    return dilation * divide_up(divide_up(size, dilation), m);
  };
  const double tiles =
      static_cast<double>(p.batch * tiles_along(out_h, p.dilation_h) * tiles_along(out_w, p.dilation_w));
  const double in = static_cast<double>(p.in_channels), points = static_cast<double>(t * t);
  const double in_blocks = std::ceil(in / lanes),
               out_vectors = std::ceil(static_cast<double>(p.out_channels) / lanes);
  const double transforms = tiles * (in_blocks + out_vectors) * (t == 6 ? 240 : 60);
  const double products = tiles * points * in * out_vectors / multiply_adds_per_cycle;
  return overlapped(transforms + products, points * in * out_vectors * lanes * 4 / bytes_per_cycle);
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
  return (p.kernel_h == 3 || p.kernel_h == 2) && p.kernel_w == p.kernel_h && p.stride_h == 1 &&
         p.stride_w == 1 && p.groups == 1 && !p.plain_input && !p.transposed;
}

void winograd_geometry(ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size t = g.algorithm == ConvAlgorithm::winograd_f4 ? 6 : 4, m = t - p.kernel_h + 1;
  ConvWinograd& w = g.winograd;
  w.image_rows = divide_up(divide_up(g.out_h, p.dilation_h), m);
  w.image_columns = divide_up(divide_up(g.out_w, p.dilation_w), m);
  w.tile_rows = p.dilation_h * w.image_rows;
  w.tile_columns = p.dilation_w * w.image_columns;
  g.rows = p.batch * w.tile_rows;
  w.pass_tiles = pass_tiles(g, t * t);
  w.input_plane = plane_floats(g.group_in_blocks * w.pass_tiles, g.lanes);
  w.product_plane = plane_floats(g.tile_vectors * w.pass_tiles, g.lanes);
  g.weight_floats = t * t * g.group_in * g.group_out_vectors * g.lanes;
  g.scratch_bytes = 4 * t * t * (w.input_plane + w.product_plane);
}

void winograd_pack_weights(const ConvGeometry& g, const WeightView& view, const float* scale, float* packed) {
  for (Size vector = 0; vector < g.group_out_vectors; vector += g.tile_vectors) {
    const Size width = std::min<Size>(g.tile_vectors, g.group_out_vectors - vector) * g.lanes;
    if (g.algorithm == ConvAlgorithm::winograd_f4) {
      pack_tile(g, g4, view, scale, vector * g.lanes, width, packed);
      packed += 36 * g.group_in * width;
    } else {
      pack_tile(g, g2, view, scale, vector * g.lanes, width, packed);
      packed += 16 * g.group_in * width;
    }
  }
}

}  // namespace bricks::kernels
