#include "kernels/conv/algorithms.hpp"
#include "kernels/winograd/winograd.hpp"
#include "kernels/winograd/winograd_run.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

// A tile of filters takes nine lines of weights for each input channel and vector. Two register tiles of
// patches ask for all of them with a line a channel group, one needs two: 1024 channels at 7 px 0.98 of the
// time.
constexpr ProductTiles products = make_product_tiles<1>(), products_of_few = make_product_tiles<2>();

// A line runs along the rows of a map, or of a map that is turned.
template <class Columns>
void by_sides(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  const ProductTiles& tiles = g.winograd.pass_tiles > most_pixels ? products : products_of_few;
  if (g.problem.kernel_h > 1 && g.problem.kernel_w > 1)
    run_winograd<Columns, Columns>(g, a, range, scratch, tiles);
  else
    run_winograd<Side<1, 1>, Columns>(winograd_turned(g), a, range, scratch, tiles);
}

template <int r>
void by_points(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  if (g.algorithm == ConvAlgorithm::winograd_f4)
    by_sides<Side<6, 7 - r>>(g, a, range, scratch);
  else
    by_sides<Side<4, 5 - r>>(g, a, range, scratch);
}

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  switch (g.winograd.piece_taps) {
    case 2:
      return by_points<2>(g, a, range, scratch);
    case 3:
      return by_points<3>(g, a, range, scratch);
    default:
      return by_sides<Side<6, 3>>(g, a, range, scratch);
  }
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ConvKernel WinogradTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
