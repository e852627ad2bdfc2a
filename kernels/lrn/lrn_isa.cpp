#include "kernels/lrn/lrn_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

void blocked(const LrnParameters& parameters, const float* x, float* y, std::ptrdiff_t begin,
             std::ptrdiff_t end) {
  lrn_blocked(parameters, x, y, begin, end);
}

void plain(const LrnParameters& parameters, const float* x, float* y, std::ptrdiff_t begin,
           std::ptrdiff_t end) {
  lrn_plain(parameters, x, y, begin, end);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const LrnKernels LrnTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::blocked, BRICKS_ISA::plain};

}  // namespace bricks::kernels
