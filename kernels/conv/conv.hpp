// Two-dimensional convolution and transposed convolution (ONNX Conv, ConvTranspose) with a fused epilogue:
//
//   output = activation(conv(input, weights) + bias + residual)
//
// Any kernel size, stride, dilation, asymmetric padding, group count and batch. Input is blocked NCHWc or,
// for groups = 1, plain NCHW; output and residual are blocked NCHWc. Nothing here allocates or owns threads.
// The life of one:
//
//   ConvGeometry g = conv_geometry(problem, isa);              // once; says which algorithm runs and what it
//   needs conv_pack_weights(g, weights, scale, packed);              // once; g.weight_floats floats, 64-byte
//   aligned conv_pack_bias(g, bias, scale, shift, packed_bias);        // once; g.bias_floats floats
//   ConvSplit split = conv_split(g, threads);                  // once
//   conv_run_share(g, arguments, conv_share(g, split, thread), scratch);  // by each thread; g.scratch_bytes
//   each, 64-byte aligned
//
// The work is a grid of g.rows x g.tiles: rows of output pixels (batch folded in) by tiles of output
// channels. Any partition into rectangles gives the same bits. Padding lanes: those of the input are never
// used, those of the output are written with unspecified values.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>

namespace bricks::kernels {

// Distances in floats between neighbours; 0 stands for a dense tensor. A channel slice of a larger buffer has
// that buffer's batch stride, a halo-padded one its own row and block strides (the pointer then goes to the
// first real pixel).
struct ConvStrides {
  std::ptrdiff_t batch = 0;
  std::ptrdiff_t block = 0;  // channel blocks; channels of a plain tensor
  std::ptrdiff_t row = 0;
  std::ptrdiff_t pixel = 0;  // c (plain: 1); output and residual may have more, a sub-pixel grid
};

// What is asked for. ONNX attributes; all sizes 1 or more, except pads (0 or more; negative is not
// supported).
struct ConvProblem {
  std::ptrdiff_t batch = 1;
  std::ptrdiff_t in_channels = 1, in_h = 1, in_w = 1;
  std::ptrdiff_t out_channels = 1;
  std::ptrdiff_t kernel_h = 1, kernel_w = 1;
  std::ptrdiff_t stride_h = 1, stride_w = 1;
  std::ptrdiff_t dilation_h = 1, dilation_w = 1;
  std::ptrdiff_t pad_top = 0, pad_left = 0, pad_bottom = 0, pad_right = 0;
  std::ptrdiff_t groups = 1;
  bool plain_input = false;  // NCHW; groups = 1 and not transposed only

  bool transposed = false;                            // ConvTranspose; weights are [in][out / groups][kh][kw]
  std::ptrdiff_t output_pad_h = 0, output_pad_w = 0;  // transposed only

  ConvStrides input = {}, output = {}, residual = {};

  // Sliding only: the input is a ring of so many rows, row y at y % input_ring_rows; 0: every row is there.
  std::ptrdiff_t input_ring_rows = 0;
};

enum class ConvAlgorithm : unsigned char {
  automatic,
  direct,   // register tile of output-channel vectors x pixels, all input channels and taps in one go
  planes,   // grouped: one vector of output channels x pixels, input channels permuted to the output's lanes
  sliding,  // planes at 3x3 and 5x5, depthwise above all: read in place, columns slide through registers
  few_outputs,  // less than a vector of output channels: lanes are input channels, added up at the end
  winograd_f2,  // on 4 points a side: F(2x2, 3x3), F(3x3, 2x2)
  winograd_f4,  // on 6 points a side: F(4x4, 3x3), F(5x5, 2x2), F(3x3, 4x4)
  strassen,     // 7 products of half the channels and pixels for 8; see strassen.hpp for where
  strassen_2,   // so in two levels: 49 of a quarter for 64
};

constexpr bool is_winograd(ConvAlgorithm a) {
  return a == ConvAlgorithm::winograd_f2 || a == ConvAlgorithm::winograd_f4;
}

constexpr bool is_strassen(ConvAlgorithm a) {
  return a == ConvAlgorithm::strassen || a == ConvAlgorithm::strassen_2;
}

// Those that round worse than summing up directly.
constexpr bool is_less_accurate(ConvAlgorithm a) { return a == ConvAlgorithm::winograd_f4 || is_strassen(a); }

struct ConvOptions {
  ConvAlgorithm algorithm = ConvAlgorithm::automatic;  // one that cannot run the problem counts as automatic
  bool strict = false;                                 // automatic never takes one that is_less_accurate
  std::ptrdiff_t l2_bytes = 1 << 20;                   // per core; bands of input are cut to fit
};

// A packed band: [channel block][row][phase][column][c] (plain input: [channel][row][phase][column]), with
// the padding in it. Columns are de-interleaved by stride_w into phases, so that neighbouring output pixels
// read neighbouring columns: tap kx reads phase kx % phases, which holds the columns x with x = kx dilation_w
// (mod stride_w) and no others.
struct ConvBand {
  std::ptrdiff_t row_step =
      1;  // packed rows from one output row to the next: stride_h, or 1 where kernel_h is 1
  std::ptrdiff_t phases = 1;
  std::ptrdiff_t columns = 0;         // of a phase
  std::ptrdiff_t row = 0, block = 0;  // strides in floats
  std::ptrdiff_t floats = 0;          // the whole band of band_rows output rows
};

// Winograd's tiles of output pixels (see kernels/winograd/winograd.hpp). A dilated convolution is
// dilation_h x dilation_w interleaved images; a row of the work grid is one row of tiles of all images beside
// each other.
struct ConvWinograd {
  std::ptrdiff_t image_rows = 0, image_columns = 0;  // tiles of one interleaved image
  std::ptrdiff_t tile_rows = 0, tile_columns = 0;    // of all of them
  // Points along a side that the last tiles of an image do without, of which fewer outputs are left:
  // infinity, or infinity and 0.
  std::ptrdiff_t last_lacks_h = 0, last_lacks_w = 0;
  std::ptrdiff_t pass_tiles = 0;              // the most that are transformed together
  std::ptrdiff_t points = 0;                  // of a tile: products for each pair of channels
  std::ptrdiff_t kernel_taps = 0;             // of the whole kernel
  std::ptrdiff_t pieces_h = 1, pieces_w = 1;  // that it is cut into
  std::ptrdiff_t piece_taps = 3;              // of one, along each side where there are several
  std::ptrdiff_t input_channels = 0;          // whose patches are transformed together
  std::ptrdiff_t group_tiles = 0;             // of output channels, for which they are
  std::ptrdiff_t part_channels = 0;           // input channels whose filters are transformed together
  bool keeps_filters = false;  // transforms all before the first pass, not a part at a time in every pass
  std::ptrdiff_t input_plane = 0, product_plane = 0;  // floats from one point's values to the next's
  std::ptrdiff_t filter_plane = 0;

  [[gnu::always_inline]] std::ptrdiff_t pieces() const { return pieces_h * pieces_w; }
};

// Strassen's sections of channels and pixels, 2 for each level (see kernels/strassen/strassen.hpp); a row of
// the work grid is one place in every section of pixels, a tile one of every section of output channels.
struct ConvStrassen {
  int levels = 1;
  // Of each section: the image's pixel that it begins with, and how many it writes.
  std::ptrdiff_t first_pixel[4] = {}, written[4] = {};
  std::ptrdiff_t pass_places = 0;     // the most whose inputs are added up together
  std::ptrdiff_t parts = 0;           // of a section of input channels
  bool reads_in_place = false;        // the input, which is gathered otherwise
  std::ptrdiff_t section_blocks = 0;  // of input channels
  std::ptrdiff_t section_vectors = 0;
  // Floats from one product's second factor or values to the next's.
  std::ptrdiff_t factor_plane = 0, product_plane = 0;
  std::ptrdiff_t outer_plane = 0;  // of two levels, the outer one's values
};

// The kernel that was asked for and the first of its taps that ConvGeometry::problem keeps (useful_taps.hpp).
struct ConvTaps {
  std::ptrdiff_t kernel_h = 0, kernel_w = 0, first_h = 0, first_w = 0;
};

// Direct convolution: weights of one tile of output channels that serve all the register tiles of a band from
// L2, beside its input. Where there are more, the input channels are taken in parts and sums wait in the
// output in between. They are added in the same order, so the result is the same bit for bit. With 1 MiB of
// L2 a part of 128 KiB is 1.4 times as fast at 7x7 with 512 channels and 1.15 times at 3x3; 64 and 256 KiB
// are within 3 %.
inline constexpr std::ptrdiff_t conv_part_bytes = 128 << 10;

// What few_outputs.hpp has register tiles for: at most a quarter of a vector of output channels; with AVX2
// half of one; with AVX-512 three quarters, if more than half, for which the direct tile has its half
// vectors. And how many pixels one has: 6, or as many as 24 sums in 32 registers and 12 in 16 allow. (12
// pixels of one output take as long as 6 with AVX2.)
[[gnu::always_inline]] constexpr bool has_few_outputs_tile(std::ptrdiff_t outputs, std::ptrdiff_t lanes) {
  return 4 * outputs <= lanes || (lanes == 8 && 2 * outputs <= lanes) ||
         (lanes == 16 && 2 * outputs > lanes && 4 * outputs <= 3 * lanes);
}
[[gnu::always_inline]] constexpr std::ptrdiff_t few_outputs_pixels(std::ptrdiff_t outputs,
                                                                   std::ptrdiff_t lanes) {
  const std::ptrdiff_t most = (lanes < 16 ? 12 : 24) / outputs;
  return most < 6 ? most : 6;
}

// As many taps as a kernel may have of which direct convolution leaves out what lies in the padding.
inline constexpr std::ptrdiff_t most_trimmed_taps = 32;

// What follows from a problem, an ISA and options. A value; made by conv_geometry alone.
struct ConvGeometry {
  ConvProblem problem;  // with every stride filled in, without taps that only ever meet padding
  ConvTaps taps = {};
  Isa isa = isa_list[0].isa;
  int lanes = 1;  // the c of NCHWc
  ConvOptions options;
  ConvAlgorithm algorithm = ConvAlgorithm::direct;
  std::ptrdiff_t out_h = 0, out_w = 0;

  std::ptrdiff_t rows = 0, tiles = 0;                 // the work grid
  std::ptrdiff_t weight_floats = 0, bias_floats = 0;  // packed sizes
  std::ptrdiff_t scratch_bytes = 0;                   // per thread
  double flops = 0;                                   // 2 x multiply-accumulates, true channel counts

  // Groups: input and output channels of one, their blocks, and tiles of tile_vectors output-channel vectors.
  std::ptrdiff_t group_in = 0, group_out = 0, group_in_blocks = 0, group_out_vectors = 0, group_tiles = 0;
  int tile_vectors = 1, tile_pixels = 1;

  // Which vectors of its group's a tile has: as many as every other or one more, those with more first.
  struct TileVectors {
    std::ptrdiff_t first, count;
  };
  [[gnu::always_inline]] TileVectors vectors_of_tile(std::ptrdiff_t tile) const {
    const std::ptrdiff_t count = group_out_vectors / group_tiles, longer = group_out_vectors % group_tiles;
    return {tile * count + (tile < longer ? tile : longer), count + (tile < longer ? 1 : 0)};
  }

  bool flat =
      false;  // 1x1 without padding or stride over dense maps: a map is one long row, cut into g.rows runs
  bool leaves_out_padding = false;  // direct: where a row is one register tile (narrow_tile.hpp)
  bool packed = false;  // a band of input is copied to scratch; otherwise the tensor itself is read
  std::ptrdiff_t band_rows =
      1;  // output rows (runs where flat) that are done together, so that their input stays in L2
  ConvBand band = {};
  ConvStrassen strassen = {};
  ConvWinograd winograd = {};  // of a transposed problem: its last phase's
};

struct ConvArguments {
  const float* input = nullptr;
  const float* weights = nullptr;   // from conv_pack_weights
  const float* bias = nullptr;      // from conv_pack_bias
  const float* residual = nullptr;  // may be null; may be the output itself where the strides agree
  float* output = nullptr;
  Activation activation = {};
};

// Half-open ranges of the work grid.
struct ConvRange {
  std::ptrdiff_t row_begin = 0, row_end = 0, tile_begin = 0, tile_end = 0;
};

// Output height or width of ONNX Conv (or ConvTranspose); 0 or less where the kernel does not fit.
std::ptrdiff_t conv_output_size(std::ptrdiff_t in, std::ptrdiff_t kernel, std::ptrdiff_t stride,
                                std::ptrdiff_t dilation, std::ptrdiff_t pad_begin, std::ptrdiff_t pad_end);
std::ptrdiff_t conv_transpose_output_size(std::ptrdiff_t in, std::ptrdiff_t kernel, std::ptrdiff_t stride,
                                          std::ptrdiff_t dilation, std::ptrdiff_t pad_begin,
                                          std::ptrdiff_t pad_end, std::ptrdiff_t output_pad);

// Whether the automatic choice for a depthwise convolution is sliding, whatever the ISA.
bool conv_slides(const ConvProblem& problem);

// The problem must be valid: channels divide by groups, the output is not empty (the engine's shape check
// sees to both).
ConvGeometry conv_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options = {});

// What runs the problem where `options` ask for their algorithm: that one if it can. automatic where the
// phases of a transposed problem are run by different ones.
ConvAlgorithm conv_algorithm(const ConvProblem& problem, Isa isa, const ConvOptions& options = {});

// weights: ONNX's [out][in / groups][kh][kw], for transposed [in][out / groups][kh][kw]. scale: null, or one
// factor an output channel (a folded BatchNormalization: gamma / sqrt(variance + epsilon)).
void conv_pack_weights(const ConvGeometry& g, const float* weights, const float* scale, float* packed);

// packed = bias * scale + shift; each of the three may be null (0, 1, 0). Padding lanes become 0.
void conv_pack_bias(const ConvGeometry& g, const float* bias, const float* scale, const float* shift,
                    float* packed);

// A grid of threads, rows x tiles <= threads, that loads the fewest bytes a thread for a balanced share of
// the work.
struct ConvSplit {
  std::ptrdiff_t rows = 1, tiles = 1;
};
ConvSplit conv_split(const ConvGeometry& g, std::ptrdiff_t threads);

// What one thread runs, one range after the other: whole tiles and, where they cannot be shared out evenly,
// some rows of the tile before and of the one behind.
struct ConvShare {
  ConvRange ranges[3];
  int count = 0;
};

// Empty for threads >= split.rows * split.tiles. Those of all threads are the whole grid.
ConvShare conv_share(const ConvGeometry& g, const ConvSplit& split, std::ptrdiff_t thread);

void conv_run_share(const ConvGeometry& g, const ConvArguments& arguments, const ConvShare& share,
                    void* scratch);
void conv_run(const ConvGeometry& g, const ConvArguments& arguments, const ConvRange& range, void* scratch);

}  // namespace bricks::kernels
