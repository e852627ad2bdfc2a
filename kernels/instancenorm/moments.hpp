// Mean and variance of many values in one read of memory: the corrected two-pass algorithm over chunks that
// stay in L1, joined by the formula of Chan, Golub and LeVeque ("Algorithms for computing the sample
// variance", 1983, has both). The chunks depend on the count alone.
#pragma once

#include "kernels/simd/sums.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr std::ptrdiff_t moments_chunk = 2048 / lanes;  // vectors: 8 KiB

// The mean is center + rest: rounded to one float, it would be off by more than values that are nearly alike
// are apart.
struct Moments {
  Vec center, rest, variance;
};

struct Distance {
  Vec from_center;
};

// Sums of distances and of their squares.
struct Distances {
  Vec sum, squares;
};

BRICKS_INLINE Distances no_distances() { return {zero(), zero()}; }

BRICKS_INLINE Distances operator+(const Distances& a, const Distance& b) {
  return {a.sum + b.from_center, fmadd(b.from_center, b.from_center, a.squares)};
}

BRICKS_INLINE Distances operator+(const Distances& a, const Distances& b) {
  return {a.sum + b.sum, a.squares + b.squares};
}

class JoinedMoments {
 public:
  // `now` (at least 1) more values, with their distances from a center that is nearly their mean.
  BRICKS_INLINE void add(Vec center, Distances around, std::ptrdiff_t now) {
    const auto earlier = static_cast<float>(count_), size = static_cast<float>(now);
    if (count_ == 0) first_ = center;
    count_ += now;
    const Vec correction = around.sum * broadcast(1 / size);
    const Vec delta = (center - first_) + correction - mean_;
    mean_ = fmadd(delta, broadcast(size / (earlier + size)), mean_);
    const Vec squares = around.squares - around.sum * correction;
    squares_ = squares_ + fmadd(delta * delta, broadcast(earlier * size / (earlier + size)), squares);
  }

  BRICKS_INLINE Moments moments() const {
    const Vec center = first_ + mean_;
    return {center, (first_ - center) + mean_, squares_ * broadcast(1 / static_cast<float>(count_))};
  }

 private:
  std::ptrdiff_t count_ = 0;
  Vec first_ = zero();  // center; mean_ is counted from it
  Vec mean_ = zero(), squares_ = zero();
};

// Of each lane over count vectors (at least 1). Inlined into its caller gcc 12 keeps two of the sums in
// memory: 12 % of an instance normalisation with AVX-512 on Zen 5.
[[gnu::noinline]] inline Moments lane_moments(const float* x, std::ptrdiff_t count) {
  JoinedMoments joined;
  for (std::ptrdiff_t from = 0; from < count; from += moments_chunk) {
    const std::ptrdiff_t size = from + moments_chunk < count ? moments_chunk : count - from;
    const float* chunk = x + from * lanes;
    const Vec sum =
        sum_terms(size, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA { return load(chunk + i * lanes); });
    const Vec center = sum * broadcast(1 / static_cast<float>(size));
    const Distances around = sum_terms(
        size,
        [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA { return Distance{load(chunk + i * lanes) - center}; },
        no_distances());
    joined.add(center, around, size);
  }
  return joined.moments();
}

// Of count contiguous floats (at least 1); every lane has the same.
BRICKS_INLINE Moments moments(const float* x, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t chunk_size = moments_chunk * lanes;
  JoinedMoments joined;
  for (std::ptrdiff_t from = 0; from < count; from += chunk_size) {
    const std::ptrdiff_t size = from + chunk_size < count ? chunk_size : count - from;
    const std::ptrdiff_t whole = size / lanes;
    const float* chunk = x + from;
    const float center =
        sum_range(chunk, size, [](Vec v) BRICKS_INLINE_LAMBDA { return v; }) / static_cast<float>(size);
    const Vec centers = broadcast(center);
    const Distances around = sum_terms(
        whole,
        [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA { return Distance{load(chunk + i * lanes) - centers}; },
        no_distances());
    float sum = reduce_add(around.sum), squares = reduce_add(around.squares);
    for (std::ptrdiff_t i = whole * lanes; i < size; ++i) {
      const float distance = chunk[i] - center;
      sum += distance;
      squares += distance * distance;
    }
    joined.add(centers, {broadcast(sum), broadcast(squares)}, size);
  }
  return joined.moments();
}

}  // namespace bricks::kernels::BRICKS_ISA
