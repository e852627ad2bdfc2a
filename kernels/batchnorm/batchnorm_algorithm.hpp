#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/batchnorm/batchnorm.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

struct BatchNormOperands {
  const float *x, *scale, *shift;
  float* y;
};

// Pixels [begin, end): runs inside one channel block keep scale and shift in registers.
BRICKS_INLINE void batchnorm_blocked(const BatchNormShape& shape, const BatchNormOperands& at,
                                     const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  const std::ptrdiff_t blocks = (shape.channels + lanes - 1) / lanes;
  for (std::ptrdiff_t pixel = begin; pixel < end;) {
    const std::ptrdiff_t block = pixel / shape.spatial;
    const std::ptrdiff_t block_end = (block + 1) * shape.spatial;
    const std::ptrdiff_t run_end = block_end < end ? block_end : end;
    const Vec scale = load(at.scale + block % blocks * lanes);
    const Vec shift = load(at.shift + block % blocks * lanes);
    for (; pixel < run_end; ++pixel)
      store(at.y + pixel * lanes,
            activate_inline(fmadd(load(at.x + pixel * lanes), scale, shift), activation));
  }
}

// Elements [begin, end) of planes that share one scale and shift.
BRICKS_INLINE void batchnorm_planes(const BatchNormShape& shape, const BatchNormOperands& at,
                                    const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  for (std::ptrdiff_t from = begin; from < end;) {
    const std::ptrdiff_t plane = from / shape.spatial;
    const std::ptrdiff_t plane_end = (plane + 1) * shape.spatial;
    const std::ptrdiff_t to = plane_end < end ? plane_end : end;
    const Vec scale = broadcast(at.scale[plane % shape.channels]);
    const Vec shift = broadcast(at.shift[plane % shape.channels]);
    for_each_vector(from, to, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      store(at.y + i, activate_inline(fmadd(load(at.x + i, extent), scale, shift), activation), extent);
    });
    from = to;
  }
}

// Elements [begin, end) where every pixel is a channel of its own (spatial = 1).
BRICKS_INLINE void batchnorm_rows(const BatchNormShape& shape, const BatchNormOperands& at,
                                  const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  for (std::ptrdiff_t from = begin; from < end;) {
    const std::ptrdiff_t row = from / shape.channels * shape.channels;
    const std::ptrdiff_t to = row + shape.channels < end ? row + shape.channels : end;
    for_each_vector(from, to, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      const Vec scale = load(at.scale + (i - row), extent), shift = load(at.shift + (i - row), extent);
      store(at.y + i, activate_inline(fmadd(load(at.x + i, extent), scale, shift), activation), extent);
    });
    from = to;
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
