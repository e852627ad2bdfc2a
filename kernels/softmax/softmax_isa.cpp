#include "kernels/softmax/softmax_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

template <bool log>
void run(const SoftmaxShape& shape, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  softmax<log>(shape, x, y, begin, end);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const SoftmaxKernels SoftmaxTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run<false>,
                                                                  BRICKS_ISA::run<true>};

}  // namespace bricks::kernels
