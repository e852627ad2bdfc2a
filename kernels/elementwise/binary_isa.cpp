#include "kernels/activation/activated.hpp"
#include "kernels/elementwise/binary_algorithm.hpp"

#include <utility>

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

template <BinaryFunction f>
void run(const BinaryNest& nest, const float* a, const float* b, float* y, const BinaryParameters& parameters,
         std::ptrdiff_t begin, std::ptrdiff_t end) {
  run_activated(parameters.activation, y, begin, end, 1, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    binary<f>(nest, a, b, y, parameters, from, to);
  });
}

void run_sum(const float* const* x, int count, float* y, const Activation& activation, std::ptrdiff_t begin,
             std::ptrdiff_t end) {
  run_activated(activation, y, begin, end, 1,
                [&](std::ptrdiff_t from, std::ptrdiff_t to) { sum(x, count, y, activation, from, to); });
}

template <std::size_t... f>
constexpr BinaryKernels make_table(std::index_sequence<f...>) {
  return {{run<static_cast<BinaryFunction>(f)>...}, run_sum};
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const BinaryKernels BinaryTable<BRICKS_ISA::this_isa>::table =
    BRICKS_ISA::make_table(std::make_index_sequence<static_cast<std::size_t>(BinaryFunction::count)>{});

}  // namespace bricks::kernels
