#include "kernels/conv/algorithms.hpp"
#include "kernels/conv/sliding.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

using Widths = std::make_integer_sequence<int, sliding_pixels>;
constexpr SlidingTiles k3s1 = make_sliding_tiles<3, 1, false>(Widths{});
constexpr SlidingTiles k3s2 = make_sliding_tiles<3, 2, false>(Widths{});
constexpr SlidingTiles k5s1 = make_sliding_tiles<5, 1, false>(Widths{});
constexpr SlidingTiles k5s2 = make_sliding_tiles<5, 2, false>(Widths{});
constexpr SlidingTiles k3s1_permuted = make_sliding_tiles<3, 1, true>(Widths{});
constexpr SlidingTiles k3s2_permuted = make_sliding_tiles<3, 2, true>(Widths{});

bool is_depthwise(const ConvGeometry& g) { return g.group_in == 1 && g.group_out == 1; }

const SlidingTiles& tiles_of(const ConvGeometry& g) {
  const bool one = g.problem.stride_h == 1;
  if (g.problem.kernel_h == 5) return one ? k5s1 : k5s2;
  if (is_depthwise(g)) return one ? k3s1 : k3s2;
  return one ? k3s1_permuted : k3s2_permuted;
}

bool goes_by_rows(const ConvGeometry& g, const ConvArguments& a) {
  return has_sliding_rows && is_depthwise(g) && !a.residual && !inline_activation(a.activation).leaky;
}

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void*) {
  const Sliding sliding{g,
                        a,
                        tiles_of(g),
                        inline_activation(a.activation),
                        pixel_tiles(g.out_w, sliding_pixels),
                        is_depthwise(g),
                        goes_by_rows(g, a)};
  for_each_band(g, range, [&](const BandRows& rows) {
    for (std::ptrdiff_t vector = range.tile_begin; vector < range.tile_end; ++vector)
      sliding.run_vector(rows, vector);
  });
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ConvKernel SlidingTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
