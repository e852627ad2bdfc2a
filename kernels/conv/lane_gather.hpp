// A vector whose lanes are channels from anywhere in a pixel of blocked layout: one permutation for each
// channel block that they come from, mostly one.
#pragma once

#include "kernels/simd/simd.hpp"

#include <cstdint>

namespace bricks::kernels::BRICKS_ISA {

// Lanes of one source block put where they belong; all other lanes become zero.
class LanePermutation {
 public:
  LanePermutation() = default;

  // index[l]: source lane of lane l, or -1 for none.
  BRICKS_INLINE explicit LanePermutation(const int (&index)[lanes]) {
#if defined(BRICKS_ISA_AVX512) || defined(BRICKS_ISA_AVX2)
    for (int l = 0; l < lanes; ++l) index_[l] = index[l] < 0 ? 0 : index[l], mask_[l] = index[l] < 0 ? 0 : -1;
#else
    for (int l = 0; l < lanes; ++l)
      for (int byte = 0; byte < 4; ++byte)
        index_[4 * l + byte] = static_cast<std::uint8_t>(index[l] < 0 ? 0x80 : 4 * index[l] + byte);
#endif
  }

  // For an index without -1.
  BRICKS_INLINE Vec unmasked(Vec from) const {
#if defined(BRICKS_ISA_AVX512)
    return _mm512_permutexvar_ps(_mm512_load_si512(index_), from);
#elif defined(BRICKS_ISA_AVX2)
    return _mm256_permutevar8x32_ps(from, _mm256_load_si256(reinterpret_cast<const __m256i*>(index_)));
#else
    return (*this)(from);
#endif
  }

  BRICKS_INLINE Vec operator()(Vec from) const {
#if defined(BRICKS_ISA_AVX512)
    const __m512i index = _mm512_load_si512(index_);
    return _mm512_maskz_permutexvar_ps(_mm512_movepi32_mask(_mm512_load_si512(mask_)), index, from);
#elif defined(BRICKS_ISA_AVX2)
    const __m256 moved =
        _mm256_permutevar8x32_ps(from, _mm256_load_si256(reinterpret_cast<const __m256i*>(index_)));
    return _mm256_and_ps(moved, _mm256_load_ps(reinterpret_cast<const float*>(mask_)));
#elif defined(BRICKS_ISA_SSE42)
    const __m128i index = _mm_load_si128(reinterpret_cast<const __m128i*>(index_));
    return _mm_castsi128_ps(_mm_shuffle_epi8(_mm_castps_si128(from), index));
#else
    return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(from), vld1q_u8(index_)));
#endif
  }

 private:
#if defined(BRICKS_ISA_AVX512) || defined(BRICKS_ISA_AVX2)
  alignas(64) std::int32_t index_[lanes];
  alignas(64) std::int32_t mask_[lanes];
#else
  alignas(16) std::uint8_t index_[4 * lanes];
#endif
};

BRICKS_INLINE Vec bitwise_or(Vec a, Vec b) {
#if defined(BRICKS_ISA_AVX512)
  return _mm512_or_ps(a, b);
#elif defined(BRICKS_ISA_AVX2)
  return _mm256_or_ps(a, b);
#elif defined(BRICKS_ISA_SSE42)
  return _mm_or_ps(a, b);
#else
  return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
#endif
}

// body(block, permutation, is first) for every channel block that holds one of channels[l], the channel of
// lane l.
template <class Body>
BRICKS_INLINE void for_each_source(const std::ptrdiff_t (&channels)[lanes], Body&& body) {
  bool done[lanes] = {}, first = true;
  for (int l = 0; l < lanes; ++l) {
    if (done[l]) continue;
    const std::ptrdiff_t block = channels[l] / lanes;
    int index[lanes];
    for (int k = 0; k < lanes; ++k) {
      const bool here = channels[k] / lanes == block;
      index[k] = here ? static_cast<int>(channels[k] % lanes) : -1;
      done[k] = done[k] || here;
    }
    body(block, LanePermutation(index), first);
    first = false;
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
