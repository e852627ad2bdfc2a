#include "kernels/conv/conv.hpp"
#include "kernels/conv/geometry.hpp"
#include "kernels/conv/transposed.hpp"
#include "kernels/conv/useful_taps.hpp"
#include "kernels/iteration/divide.hpp"
#include "kernels/strassen/strassen.hpp"
#include "kernels/winograd/winograd.hpp"

#include <algorithm>
#include <numeric>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Pixels of accumulators of one output vector, two rows of them: 28 registers on AVX-512, 12 on AVX2, 10 on
// SSE, 24 on NEON.
constexpr int planes_pixels(Isa isa) {
  switch (isa) {
    case Isa::avx512:
      return 14;
    case Isa::avx2:
      return 6;
    case Isa::sse42:
      return 5;
    case Isa::neon64:
      return 12;
  }
  return 1;
}

// Output-channel vectors x pixels of accumulators, by registers: 2 x 14 + 2 weights + 1 broadcast = 31 of 32
// on AVX-512, 2 x 6 of 16 on AVX2, 3 x 4 of 16 on SSE (its product needs a register of its own), 4 x 6 of 32
// on NEON.
struct Tile {
  int vectors, pixels;
};
constexpr Tile direct_tile(Isa isa) {
  switch (isa) {
    case Isa::avx512:
      return {2, 14};
    case Isa::avx2:
      return {2, 6};
    case Isa::sse42:
      return {3, 4};
    case Isa::neon64:
      return {2, 8};
  }
  return {1, 1};
}

// Every multiply-add of one vector waits for a load and takes 1.38 times as long as with two (Zen 4). So
// where vectors are odd, AVX-512 takes up to three at a time: 24 -> 144 channels in 0.95, a stem of 48 in 0.9
// of the time. Half a vector at the end is fast enough alone (direct.hpp).
Tile tile_for(const ConvGeometry& g) {
  const Size in_last = g.group_out % g.lanes;
  const bool is_odd = g.group_out_vectors > 1 && g.group_out_vectors % 2 == 1;
  if (g.isa == Isa::avx512 && g.algorithm == ConvAlgorithm::direct && is_odd &&
      (in_last == 0 || in_last > g.lanes / 2))
    return {3, 9};
  return direct_tile(g.isa);
}

bool leaves_out_padding(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  return g.algorithm == ConvAlgorithm::direct && !p.plain_input && is_padded(p) &&
         g.out_w <= direct_tile(g.isa).pixels && p.kernel_h * p.kernel_w <= most_trimmed_taps;
}

void fill(ConvStrides& s, Size pixel, Size h, Size w, Size blocks) {
  if (s.pixel == 0) s.pixel = pixel;
  if (s.row == 0) s.row = w * s.pixel;
  if (s.block == 0) s.block = h * s.row;
  if (s.batch == 0) s.batch = blocks * s.block;
}

void fill_groups(ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size c = g.lanes;
  if (g.algorithm != ConvAlgorithm::planes && g.algorithm != ConvAlgorithm::sliding) {
    g.group_in = p.in_channels / p.groups;
    g.group_out = p.out_channels / p.groups;
    g.group_in_blocks = divide_up(g.group_in, c);
    g.group_out_vectors = divide_up(g.group_out, c);
    const Tile tile = tile_for(g);
    g.tile_vectors = tile.vectors;
    g.tile_pixels = tile.pixels;
    g.group_tiles = divide_up(g.group_out_vectors, g.tile_vectors);
    g.tiles = p.groups * g.group_tiles;
    g.weight_floats = p.groups * g.group_out_vectors * c * g.group_in * p.kernel_h * p.kernel_w;
    if (g.algorithm == ConvAlgorithm::few_outputs) {
      g.tile_pixels = static_cast<int>(few_outputs_pixels(g.group_out, c));
      g.weight_floats = g.group_in * g.group_out * p.kernel_h * p.kernel_w;
    }
  } else {
    g.group_in = p.in_channels / p.groups;
    g.group_out = p.out_channels / p.groups;
    g.group_out_vectors = divide_up(p.out_channels, c);
    g.tile_vectors = 1;
    g.tile_pixels = planes_pixels(g.isa);
    g.tiles = g.group_out_vectors;
    g.weight_floats = g.tiles * c * g.group_in * p.kernel_h * p.kernel_w;
  }
  g.bias_floats = divide_up(p.out_channels, c) * c;
}

bool dense_map(const ConvStrides& s, Size width) { return s.row == width * s.pixel; }

bool needs_band(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  if (g.algorithm == ConvAlgorithm::planes) return true;
  if (g.algorithm == ConvAlgorithm::sliding) return false;
  return p.stride_w > 1 || is_padded(p);
}

// Rows of input under `rows` output rows, in packed rows.
Size band_input_rows(const ConvGeometry& g, Size rows) {
  const ConvProblem& p = g.problem;
  return (rows - 1) * g.band.row_step + (p.kernel_h - 1) * p.dilation_h + 1;
}

void shape_band(ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size pixel = p.plain_input ? 1 : g.lanes;
  ConvBand& b = g.band;
  b.row_step = p.kernel_h == 1 ? 1 : p.stride_h;
  b.phases = std::min(p.kernel_w, p.stride_w / std::gcd(p.stride_w, p.dilation_w));
  b.columns = g.out_w + (p.kernel_w - 1) * p.dilation_w / p.stride_w;
  b.row = b.phases * b.columns * pixel;
}

void size_band(ConvGeometry& g) {
  const Size pixel = g.problem.plain_input ? 1 : g.lanes;
  g.band.block = without_aliasing(band_input_rows(g, g.band_rows) * g.band.row, pixel);
  const Size blocks = g.algorithm == ConvAlgorithm::planes ? g.group_in
                      : g.problem.plain_input              ? g.problem.in_channels
                                                           : g.group_in_blocks;
  g.band.floats = blocks * g.band.block;
}

// The most output rows whose input, read once for every tile of output channels, stays in L2 beside one
// tile's weights.
Size choose_band_rows(const ConvGeometry& g, Size l2_bytes) {
  const ConvProblem& p = g.problem;
  Size tile_weights = g.weight_floats / std::max<Size>(1, g.tiles) * 4;
  if (g.algorithm == ConvAlgorithm::direct) tile_weights = std::min(tile_weights, conv_part_bytes);
  const Size budget = std::max(l2_bytes * 3 / 4 - tile_weights, l2_bytes / 4);
  const Size channels = g.algorithm == ConvAlgorithm::planes ? g.group_in * g.lanes : g.group_in;
  if (g.algorithm == ConvAlgorithm::sliding) return g.out_h;
  if (g.flat && g.algorithm == ConvAlgorithm::few_outputs) return g.out_h * g.out_w;
  if (g.flat) return std::max<Size>(1, budget / (g.tile_pixels * channels * 4));
  const Size row_bytes = channels * 4 * (g.packed ? g.band.phases * g.band.columns : p.in_w);
  const Size halo = (p.kernel_h - 1) * p.dilation_h;
  return std::clamp<Size>((budget / std::max<Size>(1, row_bytes) - halo) / g.band.row_step, 2,
                          std::max<Size>(2, g.out_h));
}

// The kernels' table of tap offsets stands before the band; whole cache lines.
Size tap_table_bytes(const ConvProblem& p) {
  const Size taps = p.kernel_h * p.kernel_w * (p.plain_input ? p.in_channels : 1);
  return divide_up(taps * static_cast<Size>(sizeof(Size)), 64) * 64;
}

// Input channels fill their blocks. Of more output channels than a quarter of a vector the sum over lanes
// that ends each must not weigh.
bool few_outputs_applies(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  if (p.groups > 1 || p.plain_input || p.in_channels % g.lanes != 0) return false;
  const bool sums_are_long = p.in_channels * p.kernel_h * p.kernel_w >= 16 * g.lanes;
  return has_few_outputs_tile(p.out_channels, g.lanes) && (4 * p.out_channels <= g.lanes || sums_are_long);
}

// True where every output vector's input channels lie in one block.
bool one_block_a_vector(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  const Size in = p.in_channels / p.groups, out = p.out_channels / p.groups;
  for (Size first = 0; first < p.out_channels; first += g.lanes) {
    const Size last = std::min(first + g.lanes, p.out_channels) - 1;
    if (first / out * in / g.lanes != (last / out * in + in - 1) / g.lanes) return false;
  }
  return true;
}

bool is_depthwise(const ConvProblem& p) {
  return p.groups > 1 && p.groups == p.in_channels && p.groups == p.out_channels;
}

// What sliding_isa.cpp instantiates. Padding must be less than a kernel: only border columns are checked.
bool sliding_window(const ConvProblem& p) {
  return p.kernel_h == p.kernel_w && (p.kernel_h == 3 || (p.kernel_h == 5 && is_depthwise(p))) &&
         p.stride_h == p.stride_w && p.stride_h <= 2 && p.dilation_h == 1 && p.dilation_w == 1 &&
         std::max({p.pad_top, p.pad_left, p.pad_bottom, p.pad_right}) < p.kernel_h;
}

bool sliding_applies(const ConvGeometry& g) { return sliding_window(g.problem) && one_block_a_vector(g); }

// Winograd's rows are rows of tiles, so it is out where rows of the image are wanted.
ConvAlgorithm choose_algorithm(const ConvGeometry& g, RowsOf rows) {
  const ConvProblem& p = g.problem;
  const ConvAlgorithm asked = g.options.algorithm;
  const Size in = p.in_channels / p.groups, out = p.out_channels / p.groups;
  if (p.groups > 1 && (in % g.lanes != 0 || out % g.lanes != 0))
    return sliding_applies(g) && asked != ConvAlgorithm::planes ? ConvAlgorithm::sliding
                                                                : ConvAlgorithm::planes;
  if (asked != ConvAlgorithm::direct && !is_winograd(asked) && few_outputs_applies(g))
    return ConvAlgorithm::few_outputs;
  if (asked == ConvAlgorithm::direct || rows == RowsOf::image) return ConvAlgorithm::direct;
  if (is_winograd(asked) && winograd_applies(p)) return asked;
  if (is_strassen(asked) && strassen_applies(g, asked)) return asked;
  return fastest_algorithm(g, core_of(g.isa));
}

}  // namespace

bool is_padded(const ConvProblem& p) { return p.pad_top + p.pad_left + p.pad_bottom + p.pad_right > 0; }

bool writes_flat_maps(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  return p.output.pixel == g.lanes && p.residual.pixel == g.lanes && dense_map(p.output, g.out_w) &&
         dense_map(p.residual, g.out_w);
}

bool reads_flat_maps(const ConvGeometry& g) {
  const ConvProblem& p = g.problem;
  return p.kernel_h == 1 && p.kernel_w == 1 && p.stride_h == 1 && p.stride_w == 1 && !is_padded(p) &&
         dense_map(p.input, p.in_w);
}

void fill_strides(ConvGeometry& g) {
  ConvProblem& p = g.problem;
  const Size c = g.lanes;
  fill(p.input, p.plain_input ? 1 : c, p.in_h, p.in_w,
       p.plain_input ? p.in_channels : divide_up(p.in_channels, c));
  fill(p.output, c, g.out_h, g.out_w, divide_up(p.out_channels, c));
  fill(p.residual, c, g.out_h, g.out_w, divide_up(p.out_channels, c));
}

std::ptrdiff_t conv_output_size(Size in, Size kernel, Size stride, Size dilation, Size pad_begin,
                                Size pad_end) {
  const Size room = in + pad_begin + pad_end - (dilation * (kernel - 1) + 1);
  return room < 0 ? 0 : room / stride + 1;
}

std::ptrdiff_t conv_transpose_output_size(Size in, Size kernel, Size stride, Size dilation, Size pad_begin,
                                          Size pad_end, Size output_pad) {
  return stride * (in - 1) + output_pad + dilation * (kernel - 1) + 1 - pad_begin - pad_end;
}

bool conv_slides(const ConvProblem& p) { return is_depthwise(p) && sliding_window(p); }

ConvGeometry conv_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options) {
  return problem.transposed ? transposed_geometry(problem, isa, options)
                            : ordinary_geometry(problem, isa, options, RowsOf::image_or_runs);
}

ConvAlgorithm conv_algorithm(const ConvProblem& problem, Isa isa, const ConvOptions& options) {
  return problem.transposed ? transposed_algorithm(problem, isa, options)
                            : conv_geometry(problem, isa, options).algorithm;
}

ConvGeometry ordinary_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options, RowsOf rows) {
  ConvGeometry g;
  g.problem = problem;
  g.isa = isa;
  g.options = options;
  g.lanes = isa_info(isa).lanes;
  const ConvProblem& p = g.problem;
  g.out_h = conv_output_size(p.in_h, p.kernel_h, p.stride_h, p.dilation_h, p.pad_top, p.pad_bottom);
  g.out_w = conv_output_size(p.in_w, p.kernel_w, p.stride_w, p.dilation_w, p.pad_left, p.pad_right);
  g.flops = 2.0 * static_cast<double>(p.batch * g.out_h * g.out_w * p.kernel_h * p.kernel_w) *
            static_cast<double>(p.out_channels * (p.in_channels / p.groups));
  keep_useful_taps(g);
  fill_strides(g);
  g.algorithm = choose_algorithm(g, rows);
  fill_groups(g);
  if (is_winograd(g.algorithm)) {
    winograd_geometry(g);
    return g;
  }
  if (is_strassen(g.algorithm)) {
    strassen_geometry(g);
    return g;
  }
  g.leaves_out_padding = leaves_out_padding(g);
  g.packed = needs_band(g);
  g.flat = rows == RowsOf::image_or_runs && !g.packed && reads_flat_maps(g) && writes_flat_maps(g);
  shape_band(g);
  g.band_rows = choose_band_rows(g, options.l2_bytes);
  if (g.packed) size_band(g);
  const Size map = g.out_h * g.out_w;
  g.rows = p.batch * (g.flat ? divide_up(map, g.tile_pixels) : g.out_h);
  g.scratch_bytes = tap_table_bytes(p) + g.band.floats * 4;
  return g;
}

}  // namespace bricks::kernels
