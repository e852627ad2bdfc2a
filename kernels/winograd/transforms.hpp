// The one-dimensional transforms of Winograd's convolution on t = 4 or 6 points, and the two-dimensional ones
// made of them, whose sides may differ. The input's depends on the points alone; a kernel of r taps leaves m
// = t - r + 1 outputs.
#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

template <int t>
struct Winograd;

// A side along which the kernel has one tap.
template <>
struct Winograd<1> {
  BRICKS_INLINE static void input(const Vec (&d)[1], Vec (&to)[1]) { to[0] = d[0]; }
  BRICKS_INLINE static void filter(const Vec (&w)[1], Vec (&to)[1]) { to[0] = w[0]; }
  BRICKS_INLINE static void output(const Vec (&q)[1], Vec (&to)[1]) { to[0] = q[0]; }
};

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

  // G w, with fewer taps without the last columns, but for infinity, which sees the last tap. With three taps
  // rows 1 and 2 are -3 times, rows 3 and 4 6 times Lagrange's, which costs the outputs nothing and saves 3
  // operations of 10 here.
  template <int r>
  BRICKS_INLINE static void filter(const Vec (&w)[r], Vec (&to)[6]) {
    static_assert(r >= 2 && r <= 4);
    Vec even1 = w[0] + w[0], even2 = w[0];
    if constexpr (r > 2) {
      const Vec two = broadcast(2);
      even1 = fmadd(two, w[0], w[2]);
      even2 = fmadd(two, w[2], w[0]);
    }
    Vec odd1 = broadcast(root) * w[1], odd2 = odd1;
    if constexpr (r > 3) {
      odd1 = fmadd(broadcast(root / 2), w[3], odd1);
      odd2 = fmadd(broadcast(root * 2), w[3], odd2);
    }
    to[0] = w[0];
    to[1] = even1 + odd1;
    to[2] = even1 - odd1;
    to[3] = even2 + odd2;
    to[4] = even2 - odd2;
    to[5] = w[r - 1];
  }

  template <int m>
  BRICKS_INLINE static void output(const Vec (&q)[6], Vec (&to)[m]) {
    static_assert(m >= 3 && m <= 5);
    const Vec sum1 = q[1] + q[2], difference1 = q[1] - q[2];
    const Vec sum2 = q[3] + q[4], difference2 = q[3] - q[4];
    constexpr float of1 = -1.0f / 3, of2 = 1.0f / 6;  // filter() leaves its rows so much to do
    const Vec first = fmadd(broadcast(of1), sum1, q[0]);
    to[0] = fmadd(broadcast(of2), sum2, first);
    to[1] = fmadd(broadcast(of1 * root / 2), difference1, broadcast(of2 * root) * difference2);
    const Vec two = broadcast(of2 * 2);
    to[2] = fmadd(broadcast(of1 / 2), sum1, m == 3 ? fmadd(two, sum2, q[5]) : two * sum2);
    if constexpr (m > 3) {
      const Vec four = broadcast(of2 * 2 * root);
      const Vec last = m == 4 ? fmadd(four, difference2, q[5]) : four * difference2;
      to[3] = fmadd(broadcast(of1 * root / 4), difference1, last);
    }
    if constexpr (m == 5) to[4] = fmadd(broadcast(of1 / 4), sum1, fmadd(broadcast(of2 * 4), sum2, q[5]));
  }
};

// One side of a tile: its points, outputs and taps.
template <int t, int m>
struct Side {
  static constexpr int points = t, outputs = m, taps = t - m + 1;
};

struct InputTransform {
  template <int t>
  BRICKS_INLINE static void apply(const Vec (&d)[t], Vec (&points)[t]) {
    Winograd<t>::input(d, points);
  }
};

struct FilterTransform {
  template <int r, int t>
  BRICKS_INLINE static void apply(const Vec (&w)[r], Vec (&points)[t]) {
    Winograd<t>::filter(w, points);
  }
};

// M x N^T for transforms M from h to th values and N from w to tw values and the h x w vectors x_at(row,
// column); point (i, j) goes to to + (i tw + j) plane.
template <class Transform, int th, int tw, int h, int w, class Load>
BRICKS_INLINE void transform_grid(Load&& x_at, float* to, std::ptrdiff_t plane) {
  Vec columns[th][w];  // [point of the row direction][column]
  BRICKS_UNROLL
  for (int x = 0; x < w; ++x) {
    Vec values[h], transformed[th];
    BRICKS_UNROLL
    for (int y = 0; y < h; ++y) values[y] = x_at(y, x);
    Transform::apply(values, transformed);
    BRICKS_UNROLL
    for (int i = 0; i < th; ++i) columns[i][x] = transformed[i];
  }
  BRICKS_UNROLL
  for (int i = 0; i < th; ++i) {
    Vec transformed[tw];
    Transform::apply(columns[i], transformed);
    BRICKS_UNROLL
    for (int j = 0; j < tw; ++j) store(to + (i * tw + j) * plane, transformed[j]);
  }
}

// B^T d B of the patch at `from`.
template <class Rows, class Columns>
BRICKS_INLINE void transform_patch(const float* from, std::ptrdiff_t row, std::ptrdiff_t pixel, float* to,
                                   std::ptrdiff_t plane) {
  transform_grid<InputTransform, Rows::points, Columns::points, Rows::points, Columns::points>(
      [&](int y, int x) __attribute__((always_inline)) { return load(from + y * row + x * pixel); }, to,
      plane);
}

// G w G^T of the taps at `from`, one every `tap` floats.
template <class Rows, class Columns>
BRICKS_INLINE void transform_filter(const float* from, std::ptrdiff_t tap, float* to, std::ptrdiff_t plane) {
  transform_grid<FilterTransform, Rows::points, Columns::points, Rows::taps, Columns::taps>(
      [&](int y, int x) __attribute__((always_inline)) { return load(from + (y * Columns::taps + x) * tap); },
      to, plane);
}

// A^T q A of the points' vectors at from + point plane.
template <class Rows, class Columns>
BRICKS_INLINE void transform_products(const float* from, std::ptrdiff_t plane,
                                      Vec (&to)[Rows::outputs][Columns::outputs]) {
  constexpr int th = Rows::points, tw = Columns::points, m = Rows::outputs;
  Vec rows[m][tw];
  BRICKS_UNROLL
  for (int j = 0; j < tw; ++j) {
    Vec q[th], transformed[m];
    BRICKS_UNROLL
    for (int i = 0; i < th; ++i) q[i] = load(from + (i * tw + j) * plane);
    Winograd<th>::output(q, transformed);
    BRICKS_UNROLL
    for (int y = 0; y < m; ++y) rows[y][j] = transformed[y];
  }
  BRICKS_UNROLL
  for (int y = 0; y < m; ++y) Winograd<tw>::output(rows[y], to[y]);
}

}  // namespace bricks::kernels::BRICKS_ISA
