#include "kernels/reduce/reduce_algorithm.hpp"

#include <utility>

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

template <ReduceFunction f>
void run(const ReduceShape& shape, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  reduce<f>(shape, x, y, begin, end);
}

template <std::size_t... f>
constexpr ReduceKernels make_table(std::index_sequence<f...>) {
  return {{run<static_cast<ReduceFunction>(f)>...}};
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ReduceKernels ReduceTable<BRICKS_ISA::this_isa>::table =
    BRICKS_ISA::make_table(std::make_index_sequence<static_cast<std::size_t>(ReduceFunction::count)>{});

}  // namespace bricks::kernels
