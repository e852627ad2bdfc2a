// Mean and variance of many values in one read of memory: exact in two passes over chunks that stay in L1,
// joined by Chan, Golub and LeVeque's formula. The chunks depend on the count alone.
#pragma once

#include "kernels/simd/sums.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t moments_chunk = 128;  // vectors: 8 KiB with AVX-512

// Of each lane over count vectors (at least 1).
struct LaneMoments {
  Vec mean, variance;
};

BRICKS_INLINE LaneMoments lane_moments(const float* x, std::ptrdiff_t count) {
  Vec mean = zero(), squares = zero();
  for (std::ptrdiff_t from = 0; from < count; from += moments_chunk) {
    const std::ptrdiff_t size = from + moments_chunk < count ? moments_chunk : count - from;
    const float* chunk = x + from * lanes;
    const Vec sum =
        sum_terms(size, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA { return load(chunk + i * lanes); });
    const Vec center = sum * broadcast(1.0f / static_cast<float>(size));
    const Vec around = sum_terms(size, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA {
      const Vec distance = load(chunk + i * lanes) - center;
      return distance * distance;
    });
    const auto before = static_cast<float>(from), now = static_cast<float>(size);
    const Vec delta = center - mean;
    mean = fmadd(delta, broadcast(now / (before + now)), mean);
    squares = squares + fmadd(delta * delta, broadcast(before * now / (before + now)), around);
  }
  return {mean, squares * broadcast(1.0f / static_cast<float>(count))};
}

// Of count contiguous floats (at least 1).
struct Moments {
  float mean, variance;
};

BRICKS_INLINE Moments moments(const float* x, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t chunk_size = moments_chunk * lanes;
  float mean = 0, squares = 0;
  for (std::ptrdiff_t from = 0; from < count; from += chunk_size) {
    const std::ptrdiff_t size = from + chunk_size < count ? chunk_size : count - from;
    const std::ptrdiff_t whole = size / lanes;
    const float* chunk = x + from;
    const auto before = static_cast<float>(from), now = static_cast<float>(size);
    const float center = sum_range(chunk, size, [](Vec v) BRICKS_INLINE_LAMBDA { return v; }) / now;
    const Vec centers = broadcast(center);
    float around = reduce_add(sum_terms(whole, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA {
      const Vec distance = load(chunk + i * lanes) - centers;
      return distance * distance;
    }));
    for (std::ptrdiff_t i = whole * lanes; i < size; ++i) around += (chunk[i] - center) * (chunk[i] - center);
    const float delta = center - mean;
    mean += delta * (now / (before + now));
    squares += around + delta * delta * (before * now / (before + now));
  }
  return {mean, squares / static_cast<float>(count)};
}

}  // namespace bricks::kernels::BRICKS_ISA
