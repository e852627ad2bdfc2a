#include "kernels/linear/linear.hpp"
#include "kernels/linear/linear_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {
void run(const LinearGeometry& g, const LinearArguments& a, std::ptrdiff_t panel_begin,
         std::ptrdiff_t panel_end) {
  linear(g, a, panel_begin, panel_end);
}
}  // namespace
}  // namespace BRICKS_ISA

template <>
const LinearKernels LinearTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
