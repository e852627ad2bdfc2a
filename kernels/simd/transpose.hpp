// Register transposes of lanes x lanes floats, the same for every ISA: quarters of rows that belong together
// are loaded into one vector (a load and inserts from memory), so that four vectors at a time need only the 4
// x 4 transpose inside 128 bits: 32 shuffles for 16 x 16 instead of 64.
#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Quad k of the result is the four floats at from + 4 * k * row_stride.
BRICKS_INLINE Vec load_quads(const float* from, std::ptrdiff_t row_stride) {
#if defined(BRICKS_ISA_AVX512)
  __m512 v = _mm512_castps128_ps512(_mm_loadu_ps(from));
  v = _mm512_insertf32x4(v, _mm_loadu_ps(from + 4 * row_stride), 1);
  v = _mm512_insertf32x4(v, _mm_loadu_ps(from + 8 * row_stride), 2);
  return _mm512_insertf32x4(v, _mm_loadu_ps(from + 12 * row_stride), 3);
#elif defined(BRICKS_ISA_AVX2)
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)), _mm_loadu_ps(from + 4 * row_stride),
                              1);
#else
  (void)row_stride;
  return load(from);
#endif
}

// Transposes the 4 x 4 floats that stand in each quad of the four vectors.
BRICKS_INLINE void transpose_quads(Vec& a, Vec& b, Vec& c, Vec& d) {
#if defined(BRICKS_ISA_AVX512)
  const __m512d p = _mm512_castps_pd(_mm512_unpacklo_ps(a, b)),
                q = _mm512_castps_pd(_mm512_unpacklo_ps(c, d));
  const __m512d r = _mm512_castps_pd(_mm512_unpackhi_ps(a, b)),
                s = _mm512_castps_pd(_mm512_unpackhi_ps(c, d));
  a = _mm512_castpd_ps(_mm512_unpacklo_pd(p, q));
  b = _mm512_castpd_ps(_mm512_unpackhi_pd(p, q));
  c = _mm512_castpd_ps(_mm512_unpacklo_pd(r, s));
  d = _mm512_castpd_ps(_mm512_unpackhi_pd(r, s));
#elif defined(BRICKS_ISA_AVX2)
  const __m256d p = _mm256_castps_pd(_mm256_unpacklo_ps(a, b)),
                q = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
  const __m256d r = _mm256_castps_pd(_mm256_unpackhi_ps(a, b)),
                s = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
  a = _mm256_castpd_ps(_mm256_unpacklo_pd(p, q));
  b = _mm256_castpd_ps(_mm256_unpackhi_pd(p, q));
  c = _mm256_castpd_ps(_mm256_unpacklo_pd(r, s));
  d = _mm256_castpd_ps(_mm256_unpackhi_pd(r, s));
#elif defined(BRICKS_ISA_SSE42)
  __m128 p = a, q = b, r = c, s = d;
  _MM_TRANSPOSE4_PS(p, q, r, s);
  a = p, b = q, c = r, d = s;
#else
  const float64x2_t p = vreinterpretq_f64_f32(vzip1q_f32(a, b)), q = vreinterpretq_f64_f32(vzip1q_f32(c, d));
  const float64x2_t r = vreinterpretq_f64_f32(vzip2q_f32(a, b)), s = vreinterpretq_f64_f32(vzip2q_f32(c, d));
  a = vreinterpretq_f32_f64(vzip1q_f64(p, q));
  b = vreinterpretq_f32_f64(vzip2q_f64(p, q));
  c = vreinterpretq_f32_f64(vzip1q_f64(r, s));
  d = vreinterpretq_f32_f64(vzip2q_f64(r, s));
#endif
}

// y[j][i] = x[i][j] for lanes x lanes floats; strides from row to row.
BRICKS_INLINE void transpose_block(const float* x, std::ptrdiff_t x_stride, float* y,
                                   std::ptrdiff_t y_stride) {
  for (int column = 0; column < lanes; column += 4) {
    Vec a = load_quads(x + column, x_stride), b = load_quads(x + x_stride + column, x_stride);
    Vec c = load_quads(x + 2 * x_stride + column, x_stride),
        d = load_quads(x + 3 * x_stride + column, x_stride);
    transpose_quads(a, b, c, d);
    store(y + column * y_stride, a);
    store(y + (column + 1) * y_stride, b);
    store(y + (column + 2) * y_stride, c);
    store(y + (column + 3) * y_stride, d);
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
