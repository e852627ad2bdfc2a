#pragma once

#include "kernels/pooling/window.hpp"
#include "kernels/simd/sums.hpp"

#include <type_traits>

namespace bricks::kernels::BRICKS_ISA {

BRICKS_INLINE Vec block_average(const float* x, std::ptrdiff_t spatial) {
  const Vec sum =
      sum_terms(spatial, [=](std::ptrdiff_t i) BRICKS_INLINE_LAMBDA { return load(x + i * lanes); });
  return sum * broadcast(1.0f / static_cast<float>(spatial));
}

BRICKS_INLINE Vec block_max(const float* x, std::ptrdiff_t spatial) {
  Vec largest[4];
  BRICKS_UNROLL
  for (int k = 0; k < 4; ++k) largest[k] = broadcast(MaxPool::initial);
  std::ptrdiff_t i = 0;
  for (; i + 4 <= spatial; i += 4) {
    BRICKS_UNROLL
    for (int k = 0; k < 4; ++k) largest[k] = max(largest[k], load(x + (i + k) * lanes));
  }
  for (; i < spatial; ++i) largest[0] = max(largest[0], load(x + i * lanes));
  return max(max(largest[0], largest[1]), max(largest[2], largest[3]));
}

template <class Pool>
BRICKS_INLINE Vec block_pool(const float* x, std::ptrdiff_t spatial) {
  if constexpr (std::is_same_v<Pool, AveragePool>)
    return block_average(x, spatial);
  else
    return block_max(x, spatial);
}

// From channel blocks to a blocked 1x1 tensor, or to [N][C] where the last block of an image may be cut.
template <class Pool, bool to_plain>
BRICKS_INLINE void global_blocked(const GlobalPoolShape& shape, const float* x, float* y,
                                  std::ptrdiff_t begin, std::ptrdiff_t end) {
  const std::ptrdiff_t blocks = (shape.channels + lanes - 1) / lanes;
  for (std::ptrdiff_t block = begin; block < end; ++block) {
    const Vec result = block_pool<Pool>(x + block * shape.spatial * lanes, shape.spatial);
    if constexpr (to_plain) {
      const std::ptrdiff_t channel = block % blocks * lanes, left = shape.channels - channel;
      store_partial(y + block / blocks * shape.channels + channel, result,
                    static_cast<int>(left < lanes ? left : lanes));
    } else {
      store(y + block * lanes, result);
    }
  }
}

BRICKS_INLINE void global_average_plain(const GlobalPoolShape& shape, const float* x, float* y,
                                        std::ptrdiff_t begin, std::ptrdiff_t end) {
  const float inverse = 1.0f / static_cast<float>(shape.spatial);
  for (std::ptrdiff_t plane = begin; plane < end; ++plane)
    y[plane] = inverse * sum_range(x + plane * shape.spatial, shape.spatial, [](Vec v) { return v; });
}

BRICKS_INLINE void global_max_plain(const GlobalPoolShape& shape, const float* x, float* y,
                                    std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t plane = begin; plane < end; ++plane) {
    const float* from = x + plane * shape.spatial;
    const std::ptrdiff_t vectors = shape.spatial / lanes;
    float largest = vectors > 0 ? reduce_max(block_max(from, vectors)) : MaxPool::initial;
    for (std::ptrdiff_t i = vectors * lanes; i < shape.spatial; ++i)
      largest = MaxPool::combine(largest, from[i]);
    y[plane] = largest;
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
