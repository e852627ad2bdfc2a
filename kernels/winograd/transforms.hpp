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

  // G w
  BRICKS_INLINE static void filter(const Vec (&w)[3], Vec (&to)[4]) {
    const Vec half = broadcast(0.5f), even = half * (w[0] + w[2]), odd = half * w[1];
    to[0] = w[0];
    to[1] = even + odd;
    to[2] = even - odd;
    to[3] = w[2];
  }
  BRICKS_INLINE static void filter(const Vec (&w)[2], Vec (&to)[4]) {
    const Vec half = broadcast(0.5f), even = half * w[0], odd = half * w[1];
    to[0] = w[0];
    to[1] = even + odd;
    to[2] = even - odd;
    to[3] = w[1];
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

  // G w, with two taps without the third column, but for infinity, which sees the last tap. Rows 1 and 2 are
  // taken times -3, rows 3 and 4 times 6, which costs the outputs nothing and saves 3 operations of 10 here.
  template <int r>
  BRICKS_INLINE static void filter(const Vec (&w)[r], Vec (&to)[6]) {
    static_assert(r == 3 || r == 2);
    const Vec odd = broadcast(root) * w[1];
    Vec even1 = w[0] + w[0], even2 = w[0];
    if constexpr (r == 3) {
      const Vec two = broadcast(2);
      even1 = fmadd(two, w[0], w[2]);
      even2 = fmadd(two, w[2], w[0]);
    }
    to[0] = w[0];
    to[1] = even1 + odd;
    to[2] = even1 - odd;
    to[3] = even2 + odd;
    to[4] = even2 - odd;
    to[5] = w[r - 1];
  }

  template <int m>
  BRICKS_INLINE static void output(const Vec (&q)[6], Vec (&to)[m]) {
    static_assert(m == 4 || m == 5);
    const Vec sum1 = q[1] + q[2], difference1 = q[1] - q[2];
    const Vec sum2 = q[3] + q[4], difference2 = q[3] - q[4];
    constexpr float of1 = -1.0f / 3, of2 = 1.0f / 6;  // filter() leaves its rows so much to do
    const Vec first = fmadd(broadcast(of1), sum1, q[0]);
    to[0] = fmadd(broadcast(of2), sum2, first);
    to[1] = fmadd(broadcast(of1 * root / 2), difference1, broadcast(of2 * root) * difference2);
    to[2] = fmadd(broadcast(of1 / 2), sum1, broadcast(of2 * 2) * sum2);
    const Vec four = broadcast(of2 * 2 * root);
    const Vec last = m == 4 ? fmadd(four, difference2, q[5]) : four * difference2;
    to[3] = fmadd(broadcast(of1 * root / 4), difference1, last);
    if constexpr (m == 5) to[4] = fmadd(broadcast(of1 / 4), sum1, fmadd(broadcast(of2 * 4), sum2, q[5]));
  }
};

// M x M^T for a transform M from n to t values and the n x n vectors x_at(row, column); point (i, j) goes to
// to + (i t + j) plane.
template <int t, int n, class Load, class Transform>
BRICKS_INLINE void transform_square(Load&& x_at, Transform&& transform, float* to, std::ptrdiff_t plane) {
  Vec columns[t][n];  // [point of the row direction][column]
  BRICKS_UNROLL
  for (int x = 0; x < n; ++x) {
    Vec values[n], transformed[t];
    BRICKS_UNROLL
    for (int y = 0; y < n; ++y) values[y] = x_at(y, x);
    transform(values, transformed);
    BRICKS_UNROLL
    for (int i = 0; i < t; ++i) columns[i][x] = transformed[i];
  }
  BRICKS_UNROLL
  for (int i = 0; i < t; ++i) {
    Vec transformed[t];
    transform(columns[i], transformed);
    BRICKS_UNROLL
    for (int j = 0; j < t; ++j) store(to + (i * t + j) * plane, transformed[j]);
  }
}

// B^T d B of the t x t patch at `from`.
template <int t>
BRICKS_INLINE void transform_patch(const float* from, std::ptrdiff_t row, std::ptrdiff_t pixel, float* to,
                                   std::ptrdiff_t plane) {
  transform_square<t, t>(
      [&](int y, int x) __attribute__((always_inline)) { return load(from + y * row + x * pixel); },
      [](const Vec(&d)[t], Vec(&points)[t]) __attribute__((always_inline)) { Winograd<t>::input(d, points); },
      to, plane);
}

// G w G^T of the r x r taps at `from`, one every `tap` floats.
template <int t, int r>
BRICKS_INLINE void transform_filter(const float* from, std::ptrdiff_t tap, float* to, std::ptrdiff_t plane) {
  transform_square<t, r>(
      [&](int y, int x) __attribute__((always_inline)) { return load(from + (y * r + x) * tap); },
      [](const Vec(&w)[r], Vec(&points)[t])
          __attribute__((always_inline)) { Winograd<t>::filter(w, points); },
      to, plane);
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
