#include "kernels/conv/algorithms.hpp"
#include "kernels/conv/direct.hpp"
#include "kernels/conv/few_outputs.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

constexpr FewOutputsTable table = make_few_outputs_table();

// What the driver of direct convolution asks a table for; the one tile of output channels is one vector.
struct Functions {
  std::ptrdiff_t outputs, taps;

  std::ptrdiff_t channel_weights(std::ptrdiff_t) const { return outputs; }
  std::ptrdiff_t part_blocks(std::ptrdiff_t) const { return few_part_blocks(outputs, taps); }
  TileFunctions functions(std::ptrdiff_t, bool) const {
    return {table.one_row[outputs - 1], nullptr, few_outputs_pixels(outputs, lanes), 0};
  }
};

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  const std::ptrdiff_t taps = g.problem.kernel_h * g.problem.kernel_w;
  run_direct<lanes>(g, a, range, scratch, Functions{g.group_out, taps});
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ConvKernel FewOutputsKernelTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
