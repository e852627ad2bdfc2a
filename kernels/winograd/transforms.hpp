// The one-dimensional transforms of Winograd's convolution on t = 4 or 6 points, and the two-dimensional ones
// made of them. The input's depends on the points alone; of the outputs a kernel of r taps leaves m = t - r
// + 1.
#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

template <int t>
struct Winograd;

template <>
struct Winograd<4> {
  // B^T d
  BRICKS_INLINE static void input(const Vec (&d)[4], Vec (&to)[4]) {
    to[0] = d[0] - d[2];
    to[1] = d[1] + d[2];
    to[2] = d[2] - d[1];
    to[3] = d[3] - d[1];
  }

  // A^T q
  BRICKS_INLINE static void output(const Vec (&q)[4], Vec (&to)[2]) {
    to[0] = q[0] + q[1] + q[2];
    to[1] = q[1] - q[2] + q[3];
  }
  BRICKS_INLINE static void output(const Vec (&q)[4], Vec (&to)[3]) {
    const Vec sum = q[1] + q[2];
    to[0] = q[0] + sum;
    to[1] = q[1] - q[2];
    to[2] = sum + q[3];
  }
};

template <>
struct Winograd<6> {
  static constexpr float root = 1.41421356f;

  BRICKS_INLINE static void input(const Vec (&d)[6], Vec (&to)[6]) {
    const Vec minus_five_halves = broadcast(-2.5f), r = broadcast(root), half_r = broadcast(root / 2);
    to[0] = fmadd(minus_five_halves, d[2], d[0] + d[4]);
    to[5] = fmadd(minus_five_halves, d[3], d[1] + d[5]);
    const Vec even1 = fmadd(broadcast(-2), d[2], d[4]), odd1 = fmadd(-r, d[1], half_r * d[3]);
    to[1] = even1 + odd1;
    to[2] = even1 - odd1;
    const Vec even2 = fmadd(broadcast(-0.5f), d[2], d[4]), odd2 = fmadd(-half_r, d[1], r * d[3]);
    to[3] = even2 + odd2;
    to[4] = even2 - odd2;
  }

  template <int m>
  BRICKS_INLINE static void output(const Vec (&q)[6], Vec (&to)[m]) {
    static_assert(m == 4 || m == 5);
    const Vec r = broadcast(root), half_r = broadcast(root / 2), two_r = broadcast(2 * root);
    const Vec sum1 = q[1] + q[2], difference1 = q[1] - q[2];
    const Vec sum2 = q[3] + q[4], difference2 = q[3] - q[4];
    to[0] = q[0] + sum1 + sum2;
    to[1] = fmadd(half_r, difference1, r * difference2);
    to[2] = fmadd(broadcast(0.5f), sum1, sum2 + sum2);
    const Vec last = m == 4 ? fmadd(two_r, difference2, q[5]) : two_r * difference2;
    to[3] = fmadd(broadcast(root / 4), difference1, last);
    if constexpr (m == 5) to[4] = fmadd(broadcast(0.25f), sum1, fmadd(broadcast(4), sum2, q[5]));
  }
};

// B^T d B of the t x t patch at `from`; point (i, j) goes to to + (i t + j) plane.
template <int t>
BRICKS_INLINE void transform_patch(const float* from, std::ptrdiff_t row, std::ptrdiff_t pixel, float* to,
                                   std::ptrdiff_t plane) {
  Vec columns[t][t];  // [point of the row direction][column]
  BRICKS_UNROLL
  for (int x = 0; x < t; ++x) {
    Vec d[t], transformed[t];
    BRICKS_UNROLL
    for (int y = 0; y < t; ++y) d[y] = load(from + y * row + x * pixel);
    Winograd<t>::input(d, transformed);
    BRICKS_UNROLL
    for (int i = 0; i < t; ++i) columns[i][x] = transformed[i];
  }
  BRICKS_UNROLL
  for (int i = 0; i < t; ++i) {
    Vec transformed[t];
    Winograd<t>::input(columns[i], transformed);
    BRICKS_UNROLL
    for (int j = 0; j < t; ++j) store(to + (i * t + j) * plane, transformed[j]);
  }
}

// A^T q A of the t^2 vectors at from + point plane.
template <int t, int m>
BRICKS_INLINE void transform_products(const float* from, std::ptrdiff_t plane, Vec (&to)[m][m]) {
  Vec rows[m][t];
  BRICKS_UNROLL
  for (int j = 0; j < t; ++j) {
    Vec q[t], transformed[m];
    BRICKS_UNROLL
    for (int i = 0; i < t; ++i) q[i] = load(from + (i * t + j) * plane);
    Winograd<t>::output(q, transformed);
    BRICKS_UNROLL
    for (int y = 0; y < m; ++y) rows[y][j] = transformed[y];
  }
  BRICKS_UNROLL
  for (int y = 0; y < m; ++y) Winograd<t>::output(rows[y], to[y]);
}

}  // namespace bricks::kernels::BRICKS_ISA
