#include "kernels/layout/layout_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

void run_plain_to_blocked(const ReorderShape& shape, const float* plain, float* blocked, std::ptrdiff_t begin,
                          std::ptrdiff_t end) {
  plain_to_blocked(shape, plain, blocked, begin, end);
}

void run_blocked_to_plain(const ReorderShape& shape, const float* blocked, float* plain, std::ptrdiff_t begin,
                          std::ptrdiff_t end) {
  blocked_to_plain(shape, blocked, plain, begin, end);
}

void run_copy_channels(const ChannelCopyShape& shape, const float* source, float* destination,
                       std::ptrdiff_t begin, std::ptrdiff_t end) {
  copy_channels(shape, source, destination, begin, end);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const LayoutKernels LayoutTable<BRICKS_ISA::this_isa>::table = {
    BRICKS_ISA::run_plain_to_blocked, BRICKS_ISA::run_blocked_to_plain, BRICKS_ISA::run_copy_channels};

}  // namespace bricks::kernels
