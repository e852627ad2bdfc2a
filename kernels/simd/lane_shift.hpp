// Vectors that begin inside one vector and end in the next: channels that do not begin at a block of the
// layout.
#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Lane l of shift(a, b) is element offset + l of a followed by b, offset 0 to lanes; the shuffle is made
// once.
class LaneShift {
 public:
  BRICKS_INLINE explicit LaneShift(int offset) {
#if defined(BRICKS_ISA_AVX512)
    index_ = _mm512_add_epi32(_mm512_set1_epi32(offset),
                              _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
#elif defined(BRICKS_ISA_AVX2)
    index_ = _mm256_add_epi32(_mm256_set1_epi32(offset), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    from_b_ = _mm256_castsi256_ps(_mm256_cmpgt_epi32(index_, _mm256_set1_epi32(7)));
#elif defined(BRICKS_ISA_SSE42)
    // pshufb gives zero where the index has its top bit set; 0 to 15 stand in a, 16 to 31 in b.
    const __m128i byte = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i index = _mm_add_epi8(byte, _mm_set1_epi8(static_cast<char>(4 * offset)));
    from_a_ = _mm_or_si128(index, _mm_cmpgt_epi8(index, _mm_set1_epi8(15)));
    from_b_ = _mm_sub_epi8(index, _mm_set1_epi8(16));
#else
    const uint8x16_t byte = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    index_ = vaddq_u8(byte, vdupq_n_u8(static_cast<std::uint8_t>(4 * offset)));
#endif
  }

  BRICKS_INLINE Vec operator()(Vec a, Vec b) const {
#if defined(BRICKS_ISA_AVX512)
    return _mm512_permutex2var_ps(a, index_, b);
#elif defined(BRICKS_ISA_AVX2)
    return _mm256_blendv_ps(_mm256_permutevar8x32_ps(a, index_), _mm256_permutevar8x32_ps(b, index_),
                            from_b_);
#elif defined(BRICKS_ISA_SSE42)
    const __m128i low = _mm_shuffle_epi8(_mm_castps_si128(a), from_a_);
    return _mm_castsi128_ps(_mm_or_si128(low, _mm_shuffle_epi8(_mm_castps_si128(b), from_b_)));
#else
    const uint8x16x2_t both = {{vreinterpretq_u8_f32(a), vreinterpretq_u8_f32(b)}};
    return vreinterpretq_f32_u8(vqtbl2q_u8(both, index_));
#endif
  }

 private:
#if defined(BRICKS_ISA_AVX512)
  __m512i index_;
#elif defined(BRICKS_ISA_AVX2)
  __m256i index_;
  __m256 from_b_;
#elif defined(BRICKS_ISA_SSE42)
  __m128i from_a_, from_b_;
#else
  uint8x16_t index_;
#endif
};

}  // namespace bricks::kernels::BRICKS_ISA
