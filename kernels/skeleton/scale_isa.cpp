#include "kernels/skeleton/scale.hpp"
#include "kernels/skeleton/scale_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {
void run_scale(const float* x, float factor, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  scale(x, factor, y, begin, end);
}
}  // namespace
}  // namespace BRICKS_ISA

template <>
const ScaleKernels ScaleTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run_scale};

}  // namespace bricks::kernels
