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

// A step is two vectors of x times as many of its floats as a tile of registers has rows: the multiply-adds
// and the loads of a matrix product.
constexpr int exertion_rows = lanes == 16 ? 12 : 5;
constexpr std::ptrdiff_t row_offsets = exertion_floats / 2;

// access(i) goes along with step i.
template <class Access>
BRICKS_INLINE float exert_beside(const float* x, std::ptrdiff_t steps, Access access) {
  Vec sum[exertion_rows][2];
  BRICKS_UNROLL
  for (int i = 0; i < exertion_rows; ++i) sum[i][0] = sum[i][1] = zero();
  for (std::ptrdiff_t step = 0; step < steps; ++step) {
    access(step);
    const float* vectors = x + step * 2 * lanes % exertion_floats;
    const float* rows = x + step * exertion_rows % row_offsets;
    const Vec a = load(vectors), b = load(vectors + lanes);
    BRICKS_UNROLL
    for (int i = 0; i < exertion_rows; ++i) {
      const Vec row = broadcast(rows[i]);
      sum[i][0] = fmadd(a, row, sum[i][0]);
      sum[i][1] = fmadd(b, row, sum[i][1]);
    }
  }
  Vec total = zero();
  BRICKS_UNROLL
  for (int i = 0; i < exertion_rows; ++i) total = total + sum[i][0] + sum[i][1];
  return reduce_add(total);
}

float exert(const float* x, std::ptrdiff_t steps) {
  return exert_beside(x, steps, [](std::ptrdiff_t) {});
}

// touch(at) goes to the cache line at byte `at`, which is every 64th of size.
template <class Touch>
BRICKS_INLINE float exert_beside_lines(const float* x, std::ptrdiff_t size, Touch touch) {
  const std::ptrdiff_t pairs = size / (2 * cache_line);
  const float sum = exert_beside(x, pairs, [=](std::ptrdiff_t step) {
    touch(step * 2 * cache_line);
    touch((step * 2 + 1) * cache_line);
  });
  for (std::ptrdiff_t at = pairs * 2 * cache_line; at < size; at += cache_line) touch(at);
  return sum;
}

float exert_touching(const float* x, std::byte* bytes, std::ptrdiff_t size) {
  return exert_beside_lines(
      x, size, [=](std::ptrdiff_t at) { static_cast<volatile std::byte*>(bytes)[at] = std::byte{1}; });
}

float exert_reading(const float* x, const std::byte* bytes, std::ptrdiff_t size) {
  return exert_beside_lines(x, size, [=](std::ptrdiff_t at) {
    static_cast<void>(static_cast<const volatile std::byte*>(bytes)[at]);
  });
}

float exert_filling(const float* x, float* y, std::ptrdiff_t size) {
  constexpr std::ptrdiff_t floats = 2 * cache_line / static_cast<std::ptrdiff_t>(sizeof(float));
  const std::ptrdiff_t steps = size / floats;
  const float sum = exert_beside(x, steps, [=](std::ptrdiff_t step) {
    BRICKS_UNROLL
    for (std::ptrdiff_t i = 0; i < floats; i += lanes)
      store(y + step * floats + i, load(x + step * floats % exertion_floats + i));
  });
  for (std::ptrdiff_t i = steps * floats; i < size; ++i) y[i] = x[i % exertion_floats];
  return sum;
}

// Eight vectors a step, of one stream or two of each of four: whichever reads memory faster by itself. A Zen
// 4 core with AVX-512 reads 32.4 GB/s by one, 22.7 by two and 27.9 by four; for AVX2 see simd/streams.hpp.
float read(const float* x, std::ptrdiff_t begin, std::ptrdiff_t end) {
  constexpr int sums = 8, streams = lanes == 16 ? 1 : 4, vectors = sums / streams;
  constexpr std::ptrdiff_t step = vectors * lanes;
  const std::ptrdiff_t part = (end - begin) / (streams * step) * step;
  Vec sum[sums];
  BRICKS_UNROLL
  for (int i = 0; i < sums; ++i) sum[i] = zero();
  for (const float* from = x + begin; from < x + begin + part; from += step) {
    BRICKS_UNROLL
    for (int i = 0; i < sums; ++i) sum[i] = sum[i] + load(from + i / vectors * part + i % vectors * lanes);
  }
  Vec all = zero();
  BRICKS_UNROLL
  for (int i = 0; i < sums; ++i) all = all + sum[i];
  float total = reduce_add(all);
  for (std::ptrdiff_t n = begin + streams * part; n < end; ++n) total += x[n];
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
    BRICKS_ISA::multiply_add,  BRICKS_ISA::flops_per_iteration, BRICKS_ISA::exert, BRICKS_ISA::exert_touching,
    BRICKS_ISA::exert_reading, BRICKS_ISA::exert_filling,       BRICKS_ISA::read,  BRICKS_ISA::copy};

}  // namespace bricks::kernels
