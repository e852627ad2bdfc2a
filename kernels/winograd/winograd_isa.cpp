#include "kernels/winograd/winograd.hpp"
#include "kernels/winograd/winograd_run.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

constexpr ProductTiles products = make_product_tiles();

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  if (g.algorithm == ConvAlgorithm::winograd_f4)
    run_winograd<4>(g, a, range, scratch, products);
  else
    run_winograd<2>(g, a, range, scratch, products);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const WinogradKernels WinogradTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
