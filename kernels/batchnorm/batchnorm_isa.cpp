#include "kernels/activation/activated.hpp"
#include "kernels/batchnorm/batchnorm_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

void blocked(const BatchNormShape& shape, const float* x, const float* scale, const float* shift, float* y,
             const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  run_activated(f, y, begin, end, lanes, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    batchnorm_blocked(shape, {x, scale, shift, y}, f, from, to);
  });
}

void plain(const BatchNormShape& shape, const float* x, const float* scale, const float* shift, float* y,
           const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  run_activated(f, y, begin, end, 1, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    if (shape.spatial == 1)
      batchnorm_rows(shape, {x, scale, shift, y}, f, from, to);
    else
      batchnorm_planes(shape, {x, scale, shift, y}, f, from, to);
  });
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const BatchNormKernels BatchNormTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::blocked, BRICKS_ISA::plain};

}  // namespace bricks::kernels
