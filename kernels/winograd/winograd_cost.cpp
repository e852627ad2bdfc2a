#include "kernels/conv/cost.hpp"
#include "kernels/iteration/divide.hpp"
#include "kernels/winograd/cuts.hpp"
#include "kernels/winograd/winograd.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Cycles of transforms, measured with AVX-512: of a patch or tile on Zen 5; of a vector of filters, which
// wait for their stores to L2 and so cost less where vectors are short, between 134 (t = 6) or 85 on Zen 4
// and 160 or 80 on Cascade Lake. So 512 channels at 7 px are t = 6's on Zen 4, 1.2 times as fast as t = 4
// there, and t = 4's on Zen 5, 1.37 times as fast there. Those of lines are estimates by their loads and
// stores. A patch on t = 4 points takes 60 cycles, and 40 fit better: of 51 convolutions with kernels of
// several pieces on Zen 4 the choice takes 1.3 % longer than the fastest on one core and on two, 0.2 %
// weighed by their times, for 2.2 and 2.0 %, weighed 4.5.
struct Transforms {
  double patch, filter;
};

Transforms transforms(const ConvProblem& p, Size points, double lanes) {
  if (is_line(p)) return points == 6 ? Transforms{30, 30} : Transforms{20, 20};
  return points == 6 ? Transforms{240, 38 + 7 * lanes} : Transforms{40, 19 + 4 * lanes};
}

double winograd_cycles(const ConvProblem& p, Size out_h, Size out_w, Size side_points, const Core& core) {
  const double lanes = core.lanes;
  const WinogradCuts c = winograd_cuts(p, out_h, out_w, side_points);
  const double tiles = static_cast<double>(p.batch * p.dilation_h * c.h.tiles * p.dilation_w * c.w.tiles);
  const Size pieces = c.pieces();
  const double in = static_cast<double>(pieces * p.in_channels);
  const double in_blocks =
                   static_cast<double>(pieces) * std::ceil(static_cast<double>(p.in_channels) / lanes),
               out_vectors = std::ceil(static_cast<double>(p.out_channels) / lanes);
  // Of several pieces for every group of output channels: 64 with F4 and 1 MiB of L2.
  const double groups = pieces == 1 ? 1 : std::ceil(static_cast<double>(p.out_channels) / 64);
  const Transforms each = transforms(p, side_points, lanes);
  const double patches = tiles * (in_blocks * groups + out_vectors) * each.patch;
  const double filters = in * out_vectors * each.filter;
  const double products =
      static_cast<double>(p.batch * p.dilation_h * p.dilation_w * c.multiplications() * p.in_channels) *
      out_vectors / core.multiply_adds_per_cycle;
  const double taps = static_cast<double>(p.kernel_h * p.kernel_w);
  return with_weights(patches + filters + products,
                      taps * static_cast<double>(p.in_channels) * out_vectors * lanes * 4);
}

}  // namespace

AlgorithmCost winograd_cost(const ConvProblem& p, Size out_h, Size out_w, const Core& core, bool strict) {
  const AlgorithmCost f2{ConvAlgorithm::winograd_f2, winograd_cycles(p, out_h, out_w, 4, core)};
  if (strict) return f2;
  return cheaper(f2, {ConvAlgorithm::winograd_f4, winograd_cycles(p, out_h, out_w, 6, core)});
}

}  // namespace bricks::kernels
