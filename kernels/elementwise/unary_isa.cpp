#include "kernels/elementwise/unary_algorithm.hpp"

#include <utility>

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

template <UnaryFunction f>
void run(const float* x, float* y, UnaryParameters parameters, std::ptrdiff_t begin, std::ptrdiff_t end) {
  unary<f>(x, y, parameters, begin, end);
}

template <std::size_t... f>
constexpr UnaryKernels make_table(std::index_sequence<f...>) {
  return {{run<static_cast<UnaryFunction>(f)>...}};
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const UnaryKernels UnaryTable<BRICKS_ISA::this_isa>::table =
    BRICKS_ISA::make_table(std::make_index_sequence<static_cast<std::size_t>(UnaryFunction::count)>{});

}  // namespace bricks::kernels
