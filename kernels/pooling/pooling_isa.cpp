#include "kernels/pooling/pooling_blocked.hpp"
#include "kernels/pooling/pooling_global.hpp"
#include "kernels/pooling/pooling_plain.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

template <class Pool>
void blocked(const PoolShape& shape, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  pool_blocked<Pool>(shape, x, y, begin, end);
}

template <class Pool>
void plain(const PoolShape& shape, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  pool_plain<Pool>(shape, x, y, begin, end);
}

template <class Pool, bool to_plain>
void global(const GlobalPoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
            std::ptrdiff_t end) {
  global_blocked<Pool, to_plain>(shape, x, y, begin, end);
}

void global_max(const GlobalPoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                std::ptrdiff_t end) {
  global_max_plain(shape, x, y, begin, end);
}

void global_average(const GlobalPoolShape& shape, const float* x, float* y, std::ptrdiff_t begin,
                    std::ptrdiff_t end) {
  global_average_plain(shape, x, y, begin, end);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const PoolKernels PoolTable<BRICKS_ISA::this_isa>::table = {
    .max_blocked = BRICKS_ISA::blocked<BRICKS_ISA::MaxPool>,
    .average_blocked = BRICKS_ISA::blocked<BRICKS_ISA::AveragePool>,
    .max_plain = BRICKS_ISA::plain<BRICKS_ISA::MaxPool>,
    .average_plain = BRICKS_ISA::plain<BRICKS_ISA::AveragePool>,
    .global_max_blocked = BRICKS_ISA::global<BRICKS_ISA::MaxPool, false>,
    .global_average_blocked = BRICKS_ISA::global<BRICKS_ISA::AveragePool, false>,
    .global_max_to_plain = BRICKS_ISA::global<BRICKS_ISA::MaxPool, true>,
    .global_average_to_plain = BRICKS_ISA::global<BRICKS_ISA::AveragePool, true>,
    .global_max_plain = BRICKS_ISA::global_max,
    .global_average_plain = BRICKS_ISA::global_average};

}  // namespace bricks::kernels
