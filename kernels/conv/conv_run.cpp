#include "kernels/conv/algorithms.hpp"
#include "kernels/conv/conv.hpp"
#include "kernels/conv/transposed.hpp"

namespace bricks::kernels {
namespace {

const ConvKernel& kernel_of(const ConvGeometry& g) {
  if (g.algorithm == ConvAlgorithm::planes) return kernels_for<PlanesTable>(g.isa);
  if (g.algorithm == ConvAlgorithm::sliding) return kernels_for<SlidingTable>(g.isa);
  if (g.algorithm == ConvAlgorithm::few_outputs) return kernels_for<FewOutputsKernelTable>(g.isa);
  if (is_winograd(g.algorithm)) return kernels_for<WinogradTable>(g.isa);
  if (is_strassen(g.algorithm)) return kernels_for<StrassenTable>(g.isa);
  return g.problem.plain_input ? kernels_for<StemTable>(g.isa) : kernels_for<DirectTable>(g.isa);
}

}  // namespace

void conv_run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  if (range.row_begin >= range.row_end || range.tile_begin >= range.tile_end) return;
  if (g.problem.transposed)
    transposed_run(g, a, range, scratch);
  else
    kernel_of(g).run(g, a, range, scratch);
}

void conv_run_share(const ConvGeometry& g, const ConvArguments& a, const ConvShare& share, void* scratch) {
  for (int i = 0; i < share.count; ++i) conv_run(g, a, share.ranges[i], scratch);
}

}  // namespace bricks::kernels
