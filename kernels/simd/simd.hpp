// The vector type of the ISA that a file is compiled for, and the few operations that xsimd lacks or gets
// wrong.
//
// Include it from <family>_isa.cpp and algorithm headers only. Everything stands in a namespace named after
// the ISA: two ISA files never share a symbol, otherwise the linker could keep the AVX-512 copy of a function
// and an older CPU would meet an illegal instruction (ruy/path.h tells the story). For the same reason no
// standard container or algorithm may be instantiated in an ISA file; the test `isa_symbols` reads the object
// files and fails on one.
//
// Works with xsimd 8.1 to 13. Differences and traps hidden here: no fma on AVX-512 in 8.1 (it becomes
// mul+add), no partial loads and stores, no prefetch, no max/min reduction, AVX-512 haddp in the wrong order.
#pragma once

#include "kernels/isa/isa.hpp"

#include <cstddef>

#include <xsimd/xsimd.hpp>

#if defined(BRICKS_ISA_AVX512) || defined(BRICKS_ISA_AVX2) || defined(BRICKS_ISA_SSE42)
#include <immintrin.h>
#else
#include "kernels/simd/neon_casts.hpp"

#include <arm_neon.h>
#endif

#if defined(BRICKS_ISA_AVX512)
#define BRICKS_ISA avx512
#elif defined(BRICKS_ISA_AVX2)
#define BRICKS_ISA avx2
#elif defined(BRICKS_ISA_SSE42)
#define BRICKS_ISA sse42
#elif defined(BRICKS_ISA_NEON64)
#define BRICKS_ISA neon64
#else
#error "compile ISA files through bricks_isa_sources()"
#endif

// Every accumulator loop needs it: without it gcc 12 keeps accumulators on the stack (72 to 88 accesses a
// kernel).
#if defined(__clang__)
#define BRICKS_UNROLL _Pragma("clang loop unroll(full)")
#else
#define BRICKS_UNROLL _Pragma("GCC unroll 64")
#endif
#define BRICKS_INLINE inline __attribute__((always_inline))

namespace bricks::kernels::BRICKS_ISA {

inline constexpr Isa this_isa = Isa::BRICKS_ISA;

#if defined(BRICKS_ISA_AVX512)
using Arch = xsimd::avx512bw;
#elif defined(BRICKS_ISA_AVX2)
using Arch = xsimd::fma3<xsimd::avx2>;
#elif defined(BRICKS_ISA_SSE42)
using Arch = xsimd::sse4_2;
#else
using Arch = xsimd::neon64;
#endif

using Vec = xsimd::batch<float, Arch>;
inline constexpr int lanes = static_cast<int>(Vec::size);

BRICKS_INLINE Vec zero() { return Vec(0.0f); }
BRICKS_INLINE Vec broadcast(float value) { return Vec(value); }
BRICKS_INLINE Vec load(const float* from) { return Vec::load_unaligned(from); }
BRICKS_INLINE void store(float* to, Vec value) { value.store_unaligned(to); }

// a * b + c, one rounding where the ISA has FMA (all but SSE4.2).
BRICKS_INLINE Vec fmadd(Vec a, Vec b, Vec c) {
#if defined(BRICKS_ISA_AVX512)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(BRICKS_ISA_AVX2)
  return _mm256_fmadd_ps(a, b, c);
#elif defined(BRICKS_ISA_NEON64)
  return vfmaq_f32(c, a, b);
#else
  return a * b + c;
#endif
}

// sum += a * b, rounded as fmadd, and sum stays in its register. Of the intrinsic gcc 12 picks forms that
// overwrite a or b for some of 28 sums with AVX-512 and of 12 with AVX2, and moves and spills registers to
// make up for it: 5 to 8 % of a direct convolution, on Zen 3 4 to 13 % of 3x3 ones and of Winograd's
// products. few_outputs.hpp, whose second factor is no broadcast, takes 7 % longer with it than with fmadd.
BRICKS_INLINE void accumulate(Vec& sum, Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512) || defined(BRICKS_ISA_AVX2)
  Vec::register_type register_sum = sum;
  asm("vfmadd231ps %2, %1, %0" : "+v"(register_sum) : "v"(a.data), "v"(b.data));
  sum = register_sum;
#else
  sum = fmadd(a, b, sum);
#endif
}

// The same where a or b was loaded for this product alone: with AVX2 gcc takes it from memory, which is 2 to
// 6 % of a depthwise convolution and of a fully connected layer on Zen 3.
BRICKS_INLINE void accumulate_loaded(Vec& sum, Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  accumulate(sum, a, b);
#else
  sum = fmadd(a, b, sum);
#endif
}

// Whether the functions below save anything: on Zen 4 a cycle begins one multiply-add of 512 bits or two of
// 256, and one broadcast from memory to 512 bits or two to 256.
inline constexpr bool has_half_vectors = lanes == 16;

// In the lower half of the lanes; the upper half is unspecified.
BRICKS_INLINE Vec broadcast_half(float value) {
#if defined(BRICKS_ISA_AVX512)
  return _mm512_castps256_ps512(_mm256_set1_ps(value));
#else
  return broadcast(value);
#endif
}

// accumulate for a sum and a b whose upper halves are zero: that of sum stays so, whatever a has there.
BRICKS_INLINE void accumulate_half(Vec& sum, Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  __m512 register_sum = sum;
  asm("vfmadd231ps %t2, %t1, %t0" : "+v"(register_sum) : "v"(a.data), "v"(b.data));
  sum = register_sum;
#else
  accumulate(sum, a, b);
#endif
}

#if defined(BRICKS_ISA_AVX2)
BRICKS_INLINE __m256i first_lanes(int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
#endif

// The first count (0 to lanes) floats; the other lanes are zero. Reads no byte behind them.
BRICKS_INLINE Vec load_partial(const float* from, int count) {
#if defined(BRICKS_ISA_AVX512)
  return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1u), from);
#elif defined(BRICKS_ISA_AVX2)
  return _mm256_maskload_ps(from, first_lanes(count));
#else
  alignas(64) float buffer[lanes] = {};
  for (int i = 0; i < count; ++i) buffer[i] = from[i];
  return load(buffer);
#endif
}

// Writes the first count (0 to lanes) lanes and no byte behind them.
BRICKS_INLINE void store_partial(float* to, Vec value, int count) {
#if defined(BRICKS_ISA_AVX512)
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << count) - 1u), value);
#elif defined(BRICKS_ISA_AVX2)
  _mm256_maskstore_ps(to, first_lanes(count), value);
#else
  alignas(64) float buffer[lanes];
  store(buffer, value);
  for (int i = 0; i < count; ++i) to[i] = buffer[i];
#endif
}

// Larger of both; where either is NaN the result is b. max(0, x) therefore keeps a NaN in x: on NEON, whose
// own instruction returns NaN for either operand, the order does no harm.
BRICKS_INLINE Vec max(Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  return _mm512_max_ps(a, b);
#elif defined(BRICKS_ISA_AVX2)
  return _mm256_max_ps(a, b);
#elif defined(BRICKS_ISA_SSE42)
  return _mm_max_ps(a, b);
#else
  return vmaxq_f32(a, b);
#endif
}

// Smaller of both; where either is NaN the result is b (NEON: NaN).
BRICKS_INLINE Vec min(Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  return _mm512_min_ps(a, b);
#elif defined(BRICKS_ISA_AVX2)
  return _mm256_min_ps(a, b);
#elif defined(BRICKS_ISA_SSE42)
  return _mm_min_ps(a, b);
#else
  return vminq_f32(a, b);
#endif
}

// Exact on every ISA: xsimd's division on NEON64 is an estimate in older versions.
BRICKS_INLINE Vec divide(Vec a, Vec b) {
#if defined(BRICKS_ISA_NEON64)
  return vdivq_f32(a, b);
#else
  return a / b;
#endif
}

BRICKS_INLINE Vec square_root(Vec a) {
#if defined(BRICKS_ISA_NEON64)
  return vsqrtq_f32(a);
#else
  return xsimd::sqrt(a);
#endif
}

// Sum and largest of all lanes, always paired in the same order: lane i with lane i + lanes/2, and so on
// down.
BRICKS_INLINE float reduce_add(Vec value) {
  alignas(64) float v[lanes];
  store(v, value);
  BRICKS_UNROLL
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) v[i] += v[i + width];
  return v[0];
}

BRICKS_INLINE float reduce_max(Vec value) {
  alignas(64) float v[lanes];
  store(v, value);
  BRICKS_UNROLL
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) v[i] = v[i] > v[i + width] ? v[i] : v[i + width];
  return v[0];
}

// Makes the compiler forget where a pointer comes from, for no instruction. Once in each iteration of a hot
// loop it keeps gcc's predictive commoning from carrying loaded values over to later iterations through
// spilled registers: the 2 x 14 convolution tile ran at 54 % of peak with 480 stack accesses before.
BRICKS_INLINE void forget_origin(const float*& pointer) { asm("" : "+r"(pointer)); }

inline constexpr int line_floats = 16;  // of a cache line

BRICKS_INLINE void prefetch(const void* address) { __builtin_prefetch(address, 0, 3); }
BRICKS_INLINE void prefetch_second_level(const void* address) { __builtin_prefetch(address, 0, 2); }

}  // namespace bricks::kernels::BRICKS_ISA
