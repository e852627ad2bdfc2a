#include "kernels/winograd/winograd.hpp"
#include "kernels/winograd/winograd_run.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

constexpr ProductTiles products = make_product_tiles();

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  const bool six = g.algorithm == ConvAlgorithm::winograd_f4;
  const bool two_taps = g.winograd.piece_taps == 2;
  if (six && two_taps)
    run_winograd<6, 5>(g, a, range, scratch, products);
  else if (six)
    run_winograd<6, 4>(g, a, range, scratch, products);
  else if (two_taps)
    run_winograd<4, 3>(g, a, range, scratch, products);
  else
    run_winograd<4, 2>(g, a, range, scratch, products);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const WinogradKernels WinogradTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
