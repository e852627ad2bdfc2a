// Every second float of two neighbouring vectors: what stride 2 reads of a plain row.
#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Elements 0, 2, 4, ... of a followed by b.
BRICKS_INLINE Vec even_lanes(Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  const __m512i index = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return _mm512_permutex2var_ps(a, index, b);
#elif defined(BRICKS_ISA_AVX2)
  const __m256d pairs = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88));
  return _mm256_castpd_ps(_mm256_permute4x64_pd(pairs, 0xd8));
#elif defined(BRICKS_ISA_SSE42)
  return _mm_shuffle_ps(a, b, 0x88);
#else
  return vuzp1q_f32(a, b);
#endif
}

// Elements 1, 3, 5, ... of a followed by b.
BRICKS_INLINE Vec odd_lanes(Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  const __m512i index = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  return _mm512_permutex2var_ps(a, index, b);
#elif defined(BRICKS_ISA_AVX2)
  const __m256d pairs = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0xdd));
  return _mm256_castpd_ps(_mm256_permute4x64_pd(pairs, 0xd8));
#elif defined(BRICKS_ISA_SSE42)
  return _mm_shuffle_ps(a, b, 0xdd);
#else
  return vuzp2q_f32(a, b);
#endif
}

}  // namespace bricks::kernels::BRICKS_ISA
