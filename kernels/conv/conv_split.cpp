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

// Parts of the input of which a thread reads one: a tile of grouped channels needs its groups' alone, but
// rows were more often written by the same core. On two Zen 4 cores 1344 depthwise channels at 7 px take 0.73
// by channels of the time by rows, 528 at 14 px 1.13.
double input_shares(const ConvGeometry& g, const ConvSplit& s) {
  if (s.tiles == 1 || g.problem.groups == 1) return static_cast<double>(s.rows);
  return static_cast<double>(s.rows * std::min(s.tiles, g.problem.groups)) / 1.2;
}

// Seconds in units of one vector multiply-add, of which a core does two a cycle; bytes beyond L2 come at
// about 8 a cycle, so one multiply-add's time is 4 bytes. Weights count half: threads that share rows read
// the same ones at about the same time, and the last level has them for all but the first; and who keeps to
// its rows finds in its own cache what it wrote. Of 419 convolutions of the zoo, each timed by rows and by
// channels on two Zen 5 cores with AVX-512, the choice takes 0.8 % longer than the better one on average (1.2
// % with whole weights), of 472 with AVX2 0.6 % (0.8 %).
double cost(const ConvGeometry& g, const ConvSplit& s) {
  const ConvProblem& p = g.problem;
  const double share = static_cast<double>(divide_up(g.rows, s.rows) * divide_up(g.tiles, s.tiles)) /
                       static_cast<double>(g.rows * g.tiles);
  const double compute = g.flops / 2 / g.lanes * share;
  const double weights =
      4.0 * static_cast<double>(g.weight_floats) * transformed(g) / static_cast<double>(s.tiles);
  const double input =
      4.0 * static_cast<double>(p.batch * p.in_channels * p.in_h * p.in_w) / input_shares(g, s);
  return compute + (weights / 2 + input) / 4 + second_factors(g) / static_cast<double>(s.rows);
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

ConvRange conv_part(const ConvGeometry& g, const ConvSplit& s, Size thread) {
  if (thread >= s.rows * s.tiles) return {};
  const Size r = thread % s.rows, t = thread / s.rows;
  return {g.rows * r / s.rows, g.rows * (r + 1) / s.rows, g.tiles * t / s.tiles, g.tiles * (t + 1) / s.tiles};
}

}  // namespace bricks::kernels
