#include "kernels/conv/algorithms.hpp"
#include "kernels/strassen/strassen.hpp"
#include "kernels/strassen/strassen_run.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

// Two register tiles ask for half of the four lines of weights that a channel group takes, so for two
// streams, the halves of a product's: lines next to each other take 1.02 to 1.04 of the time.
constexpr ProductTiles products = make_product_tiles<2>();

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  float* b = static_cast<float*>(scratch);
  float* m = b + strassen_made(g) * g.strassen.factor_plane;
  float* outer = m + strassen_inner_floats(g);
  StrassenRun{g, a, products, b, m, outer, inline_activation(a.activation)}.run(range);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ConvKernel StrassenTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
