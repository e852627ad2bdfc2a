#include "kernels/transpose/transpose_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

void run(const TransposePlan& plan, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  if (plan.row_tiles == 0) {
    const std::ptrdiff_t count = plan.view.nest.count, last = end * transpose_run;
    return strided_copy(plan.view, x, y, begin * transpose_run, last < count ? last : count);
  }
  for (std::ptrdiff_t tile = begin; tile < end; ++tile) transpose_tile(tile_at(plan, x, y, tile));
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const TransposeKernels TransposeTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
