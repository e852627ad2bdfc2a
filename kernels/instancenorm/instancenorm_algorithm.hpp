#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/instancenorm/instancenorm.hpp"
#include "kernels/instancenorm/moments.hpp"

namespace bricks::kernels::BRICKS_ISA {

BRICKS_INLINE Vec inverse_deviation(Vec variance, float epsilon) {
  return divide(broadcast(1), square_root(variance + broadcast(epsilon)));
}

// One channel block of one image; (x - mean) is taken first, so that a large mean costs no digits.
BRICKS_INLINE void normalize_block(const float* x, Vec scale, Vec shift, float* y, std::ptrdiff_t spatial,
                                   float epsilon, const InlineActivationVec& f) {
  const LaneMoments of = lane_moments(x, spatial);
  const Vec factor = scale * inverse_deviation(of.variance, epsilon);
  for (std::ptrdiff_t i = 0; i < spatial; ++i)
    store(y + i * lanes, activate_inline(fmadd(load(x + i * lanes) - of.mean, factor, shift), f));
}

// One contiguous row; scale(i, extent) and shift(i, extent) give the vectors for elements i and on.
template <class Scale, class Shift>
BRICKS_INLINE void normalize_row(const float* x, Scale scale, Shift shift, float* y, std::ptrdiff_t count,
                                 float epsilon, const InlineActivationVec& f) {
  const Moments of = moments(x, count);
  const Vec mean = broadcast(of.mean), deviation = inverse_deviation(broadcast(of.variance), epsilon);
  for_each_vector(0, count, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    const Vec factor = scale(i, extent) * deviation;
    store(y + i, activate_inline(fmadd(load(x + i, extent) - mean, factor, shift(i, extent)), f), extent);
  });
}

}  // namespace bricks::kernels::BRICKS_ISA
