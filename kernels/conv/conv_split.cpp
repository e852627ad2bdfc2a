#include "kernels/conv/conv.hpp"
#include "kernels/iteration/divide.hpp"
#include "kernels/strassen/strassen.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Winograd's filters have more points than taps, 36 or 16 for 9, which every thread writes and reads for
// itself.
double transformed(const ConvGeometry& g) {
  if (!is_winograd(g.algorithm)) return 1;
  return static_cast<double>(g.winograd.points * g.winograd.pieces()) /
         static_cast<double>(g.winograd.kernel_taps);
}

// Of Strassen's second factors, which every thread makes of all input channels for its rows.
double second_factors(const ConvGeometry& g) {
  if (!is_strassen(g.algorithm)) return 0;
  const ConvProblem& p = g.problem;
  return static_cast<double>(g.rows * g.strassen.section_blocks * p.kernel_h * p.kernel_w) *
         strassen_sums[g.strassen.levels - 1].factors;
}

// Output vectors of the tiles before one; tiles of grouped convolutions are alike.
Size vectors_before(const ConvGeometry& g, Size tile) {
  if (is_strassen(g.algorithm)) return std::min(tile * g.tile_vectors, g.strassen.section_vectors);
  if (g.problem.groups > 1 || g.tiles != g.group_tiles) return tile;
  return tile == g.tiles ? g.group_out_vectors : g.vectors_of_tile(tile).first;
}

// Whether threads whose shares of the output vectors end within a tile have each some of its rows. Two Zen 4
// cores, 7x7 pixels, by channels: 1344->224 directly 0.148 -> 0.131 ms (by rows 0.142), 1344->448 by one
// level of Strassen's 0.280 -> 0.255 (0.261). Its tiles are not cut for a vector (1344->224 0.139 -> 0.146),
// nor those of two levels (1344->448 0.265 -> 0.274), whose weights weigh more; Winograd's would transform
// the input of those rows twice.
bool cuts_tiles(const ConvGeometry& g, const ConvSplit& s) {
  if (s.tiles == 1 || g.rows <= s.rows || g.problem.transposed || is_winograd(g.algorithm)) return false;
  return !is_strassen(g.algorithm) || (g.strassen.levels == 1 && g.tiles % s.tiles != 0);
}

double share_of_tiles(const ConvGeometry& g, const ConvSplit& s) {
  return cuts_tiles(g, s) ? 1 / static_cast<double>(s.tiles)
                          : static_cast<double>(divide_up(g.tiles, s.tiles)) / static_cast<double>(g.tiles);
}

// Where the share of a thread begins: behind so many rows of a tile.
struct ShareBegin {
  Size tile, row;
};

ShareBegin share_begin(const ConvGeometry& g, const ConvSplit& s, Size rows, Size thread) {
  Size tile = g.tiles * thread / s.tiles;
  if (thread == 0 || thread == s.tiles || !cuts_tiles(g, s)) return {tile, 0};
  const Size at = vectors_before(g, g.tiles) * thread;  // s.tiles times the vectors before
  while (vectors_before(g, tile) * s.tiles > at) --tile;
  while (vectors_before(g, tile + 1) * s.tiles <= at) ++tile;
  const Size begin = vectors_before(g, tile) * s.tiles, end = vectors_before(g, tile + 1) * s.tiles;
  const Size row = (2 * rows * (at - begin) / (end - begin) + 1) / 2;
  return row == rows ? ShareBegin{tile + 1, 0} : ShareBegin{tile, row};
}

void add(ConvShare& share, const ConvRange& range) {
  if (range.row_begin < range.row_end && range.tile_begin < range.tile_end)
    share.ranges[share.count++] = range;
}

// Parts of the input of which a thread reads one: a tile of grouped channels needs its groups' alone. On two
// Zen 4 cores mobilenet_v2's depthwise bricks of 1344 channels at 7 px take 0.85 by channels of the time by
// rows, of 528 and 816 at 14 px 0.89 and 0.76, and the model 0.99; grouped ones of senet154, as --tune times
// them, 0.7 to 0.99 but for 256 at 56 px, 1.07.
double input_shares(const ConvGeometry& g, const ConvSplit& s) {
  return static_cast<double>(s.rows * std::min(s.tiles, g.problem.groups));
}

// Of a thread's weights what counts. Threads that share rows read the same ones at about the same time, and
// the last level has them for all but the first; and who keeps to its rows finds in its own cache what it
// wrote. Of two levels of Strassen's weights come while each is multiplied by fewer places than of others,
// and factors weigh more: of 77 convolutions timed by rows and by channels on two Zen 4 cores the choice
// takes 0.24 % longer than the better one on average, with half of the weights 0.56 % (1024->256 at 14 px
// 0.43 ms by channels, 0.40 by rows).
double weights_that_count(const ConvGeometry& g) {
  return g.algorithm == ConvAlgorithm::strassen_2 ? 0.25 : 0.5;
}

// Seconds in units of one vector multiply-add, of which a core does two a cycle; bytes beyond L2 come at
// about 8 a cycle, so one multiply-add's time is 4 bytes. Of 419 convolutions of the zoo, each timed by rows
// and by channels on two Zen 5 cores with AVX-512, the choice takes 0.8 % longer than the better one on
// average (1.2 % with whole weights), of 472 with AVX2 0.6 % (0.8 %).
double cost(const ConvGeometry& g, const ConvSplit& s) {
  const ConvProblem& p = g.problem;
  const double share =
      static_cast<double>(divide_up(g.rows, s.rows)) / static_cast<double>(g.rows) * share_of_tiles(g, s);
  const double compute = g.flops / 2 / g.lanes * share;
  const double weights =
      4.0 * static_cast<double>(g.weight_floats) * transformed(g) / static_cast<double>(s.tiles);
  const double input =
      4.0 * static_cast<double>(p.batch * p.in_channels * p.in_h * p.in_w) / input_shares(g, s);
  // A tile that is cut is a range of its own, whose second factors are made once more for half of the rows.
  const double factors = second_factors(g) * (cuts_tiles(g, s) ? 1.5 : 1) / static_cast<double>(s.rows);
  return compute + (weights * weights_that_count(g) + input) / 4 + factors;
}

}  // namespace

ConvSplit conv_split(const ConvGeometry& g, Size threads) {
  ConvSplit best;
  double least = cost(g, best);
  for (Size rows = 1; rows <= threads; ++rows) {
    const ConvSplit s{std::min(rows, std::max<Size>(1, g.rows)),
                      std::min(threads / rows, std::max<Size>(1, g.tiles))};
    if (const double c = cost(g, s); c <= least) least = c, best = s;
  }
  return best;
}

ConvShare conv_share(const ConvGeometry& g, const ConvSplit& s, Size thread) {
  ConvShare share;
  if (thread >= s.rows * s.tiles) return share;
  const Size r = thread % s.rows, t = thread / s.rows;
  const Size first = g.rows * r / s.rows, end = g.rows * (r + 1) / s.rows;
  const ShareBegin from = share_begin(g, s, end - first, t), to = share_begin(g, s, end - first, t + 1);
  if (from.tile == to.tile) {
    add(share, {first + from.row, first + to.row, from.tile, from.tile + 1});
    return share;
  }
  if (from.row > 0) add(share, {first + from.row, end, from.tile, from.tile + 1});
  add(share, {first, end, from.tile + (from.row > 0 ? 1 : 0), to.tile});
  add(share, {first, first + to.row, to.tile, to.tile + 1});
  return share;
}

}  // namespace bricks::kernels
