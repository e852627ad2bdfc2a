// Lanes of one vector picked by a table that is only known when it runs.
#pragma once

#include "kernels/simd/simd.hpp"

#include <cstdint>

namespace bricks::kernels::BRICKS_ISA {

// Lane l of the result is lane index[l] - base of `from`; each must be one of its lanes.
BRICKS_INLINE Vec pick_lanes(Vec from, const std::int32_t* index, std::int32_t base) {
#if defined(BRICKS_ISA_AVX512)
  const __m512i lane = _mm512_sub_epi32(_mm512_loadu_si512(index), _mm512_set1_epi32(base));
  return _mm512_permutexvar_ps(lane, from);
#elif defined(BRICKS_ISA_AVX2)
  const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index));
  return _mm256_permutevar8x32_ps(from, _mm256_sub_epi32(all, _mm256_set1_epi32(base)));
#elif defined(BRICKS_ISA_SSE42)
  // The four bytes of a lane: 4 lane + 0, 1, 2, 3.
  const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(index));
  const __m128i lane = _mm_sub_epi32(all, _mm_set1_epi32(base));
  const __m128i first = _mm_mullo_epi32(lane, _mm_set1_epi32(0x04040404));
  const __m128i byte = _mm_add_epi32(first, _mm_set1_epi32(0x03020100));
  return _mm_castsi128_ps(_mm_shuffle_epi8(_mm_castps_si128(from), byte));
#else
  const int32x4_t lane = vsubq_s32(vld1q_s32(index), vdupq_n_s32(base));
  const int32x4_t byte = vmlaq_s32(vdupq_n_s32(0x03020100), lane, vdupq_n_s32(0x04040404));
  return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(from), vreinterpretq_u8_s32(byte)));
#endif
}

}  // namespace bricks::kernels::BRICKS_ISA
