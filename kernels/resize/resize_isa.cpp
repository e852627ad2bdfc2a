#include "kernels/resize/resize_blocked.hpp"
#include "kernels/resize/resize_plain.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

void nearest_blocked(const ResizeShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                     std::ptrdiff_t end) {
  resize_nearest_blocked(shape, x, y, begin, end);
}

void linear_blocked(const ResizeShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                    std::ptrdiff_t end) {
  resize_linear_blocked(shape, x, y, begin, end);
}

void nearest_plain(const ResizeShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                   std::ptrdiff_t end) {
  resize_nearest_plain(shape, x, y, begin, end);
}

void linear_plain(const ResizeShape& shape, const float* x, float* y, float* scratch, std::ptrdiff_t begin,
                  std::ptrdiff_t end) {
  resize_linear_plain(shape, x, y, scratch, begin, end);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ResizeKernels ResizeTable<BRICKS_ISA::this_isa>::table = {
    BRICKS_ISA::nearest_blocked, BRICKS_ISA::linear_blocked, BRICKS_ISA::nearest_plain,
    BRICKS_ISA::linear_plain};

}  // namespace bricks::kernels
