#include "kernels/peak/peak.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

// Enough independent chains for two multiply-adds a cycle of four cycles' latency, and a few more; within the
// registers.
constexpr int chains = 12;
constexpr double flops_per_iteration = 2.0 * chains * lanes;

// x = a x + b with a fixed point near one: neither overflow nor denormals, however long it runs.
float multiply_add(std::ptrdiff_t iterations) {
  Vec x[chains];
  BRICKS_UNROLL
  for (int i = 0; i < chains; ++i) x[i] = broadcast(1.0f + static_cast<float>(i));
  const Vec a = broadcast(0.5f), b = broadcast(0.5f);
  for (std::ptrdiff_t n = 0; n < iterations; ++n) {
    BRICKS_UNROLL
    for (int i = 0; i < chains; ++i) x[i] = fmadd(x[i], a, b);
  }
  BRICKS_UNROLL
  for (int i = 1; i < chains; ++i) x[0] = x[0] + x[i];
  return reduce_add(x[0]);
}

// v = 1 - 1.99 v^2, the logistic map, wanders between -1 and 1; every lane of every chain from elsewhere.
float exert(const float* x, std::ptrdiff_t size) {
  constexpr int wanderers = 10;
  float start[lanes];
  for (int i = 0; i < lanes; ++i) start[i] = 0.011f * static_cast<float>(i + 1);
  Vec v[wanderers], sum[] = {zero(), zero()};
  BRICKS_UNROLL
  for (int i = 0; i < wanderers; ++i) v[i] = load(start) + broadcast(0.05f * static_cast<float>(i));
  const Vec a = broadcast(-1.99f), one = broadcast(1.0f);
  for (std::ptrdiff_t n = 0; n + 2 * lanes <= size; n += 2 * lanes) {
    BRICKS_UNROLL
    for (int i = 0; i < 2; ++i) sum[i] = sum[i] + load(x + n + i * lanes);
    BRICKS_UNROLL
    for (int i = 0; i < wanderers; ++i) v[i] = fmadd(v[i] * a, v[i], one);
  }
  BRICKS_UNROLL
  for (int i = 0; i < wanderers; ++i) sum[0] = sum[0] + v[i];
  return reduce_add(sum[0] + sum[1]);
}

float read(const float* x, std::ptrdiff_t begin, std::ptrdiff_t end) {
  Vec sum[8];
  BRICKS_UNROLL
  for (int i = 0; i < 8; ++i) sum[i] = zero();
  std::ptrdiff_t n = begin;
  for (; n + 8 * lanes <= end; n += 8 * lanes) {
    BRICKS_UNROLL
    for (int i = 0; i < 8; ++i) sum[i] = sum[i] + load(x + n + i * lanes);
  }
  BRICKS_UNROLL
  for (int i = 1; i < 8; ++i) sum[0] = sum[0] + sum[i];
  float total = reduce_add(sum[0]);
  for (; n < end; ++n) total += x[n];
  return total;
}

void copy(const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  std::ptrdiff_t n = begin;
  for (; n + lanes <= end; n += lanes) store(y + n, load(x + n));
  const int rest = static_cast<int>(end - n);
  if (rest > 0) store_partial(y + n, load_partial(x + n, rest), rest);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const PeakKernels PeakTable<BRICKS_ISA::this_isa>::table = {
    BRICKS_ISA::multiply_add, BRICKS_ISA::flops_per_iteration, BRICKS_ISA::exert, BRICKS_ISA::read,
    BRICKS_ISA::copy};

}  // namespace bricks::kernels
