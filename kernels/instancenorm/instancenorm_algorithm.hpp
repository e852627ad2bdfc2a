#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/instancenorm/instancenorm.hpp"
#include "kernels/instancenorm/moments.hpp"

namespace bricks::kernels::BRICKS_ISA {

BRICKS_INLINE Vec inverse_deviation(Vec variance, float epsilon) {
  return divide(broadcast(1), square_root(variance + broadcast(epsilon)));
}

// (x - center) is taken first, so that a large mean costs no digits; the rest of the mean goes into the
// shift.
BRICKS_INLINE Vec without_rest(Vec shift, const Moments& of, Vec factor) { return shift - of.rest * factor; }

// One channel block of one image. The activation is passed by value: y might overlap one passed by reference,
// and its constants would be read again for every vector (12 % on Zen 5).
BRICKS_INLINE void normalize_block(const float* x, Vec scale, Vec shift, float* y, std::ptrdiff_t spatial,
                                   float epsilon, InlineActivationVec f) {
  const Moments of = lane_moments(x, spatial);
  const Vec factor = scale * inverse_deviation(of.variance, epsilon);
  const Vec shifted = without_rest(shift, of, factor);
  for (std::ptrdiff_t i = 0; i < spatial; ++i)
    store(y + i * lanes, activate_inline(fmadd(load(x + i * lanes) - of.center, factor, shifted), f));
}

// One contiguous row; scale(i, extent) and shift(i, extent) give the vectors for elements i and on.
template <class Scale, class Shift>
BRICKS_INLINE void normalize_row(const float* x, Scale scale, Shift shift, float* y, std::ptrdiff_t count,
                                 float epsilon, InlineActivationVec f) {
  const Moments of = moments(x, count);
  const Vec deviation = inverse_deviation(of.variance, epsilon);
  for_each_vector(0, count, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
    const Vec factor = scale(i, extent) * deviation;
    const Vec shifted = without_rest(shift(i, extent), of, factor);
    store(y + i, activate_inline(fmadd(load(x + i, extent) - of.center, factor, shifted), f), extent);
  });
}

}  // namespace bricks::kernels::BRICKS_ISA
