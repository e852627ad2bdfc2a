#pragma once

#include "kernels/lrn/lrn.hpp"
#include "kernels/simd/lane_shift.hpp"
#include "kernels/simd/range.hpp"

namespace bricks::kernels::BRICKS_ISA {

// x / s^beta with s = bias + alpha / size * squares.
class LrnScale {
 public:
  BRICKS_INLINE explicit LrnScale(const LrnParameters& p)
      : factor_(broadcast(p.alpha / static_cast<float>(p.size))),
        bias_(broadcast(p.bias)),
        beta_(broadcast(p.beta)),
        three_quarters_(p.beta == 0.75f) {}

  BRICKS_INLINE Vec operator()(Vec x, Vec squares) const {
    const Vec s = fmadd(factor_, squares, bias_);
    if (three_quarters_) {
      const Vec root = square_root(s);
      return divide(x, root * square_root(root));
    }
    return x * xsimd::exp(zero() - beta_ * xsimd::log(s));
  }

 private:
  Vec factor_, bias_, beta_;
  bool three_quarters_;
};

// Squares of the channel blocks around one pixel; blocks that do not exist are zero, and so are the padding
// lanes of the last one: they may hold anything and would reach their neighbours.
struct LrnBlocks {
  const float* x;  // the pixel in its own block
  std::ptrdiff_t block_stride;
  std::ptrdiff_t block, blocks;
  int last_lanes;  // channels in the last block

  BRICKS_INLINE Vec square(std::ptrdiff_t distance) const {
    const std::ptrdiff_t at = block + distance;
    if (at < 0 || at >= blocks) return zero();
    const float* from = x + distance * block_stride;
    const Vec value = at == blocks - 1 ? load_partial(from, last_lanes) : load(from);
    return value * value;
  }
};

// Channels in the window of channel i: i - before to i + after.
struct LrnWindow {
  int before, after;
};

// The squares in the window of every channel of a block, given the squares of the blocks around it.
struct AnyWindow {
  LrnWindow window;
  BRICKS_INLINE Vec operator()(Vec left, Vec middle, Vec right) const {
    Vec sum = middle;
    for (int d = 1; d <= window.before; ++d) sum = sum + LaneShift(lanes - d)(left, middle);
    for (int d = 1; d <= window.after; ++d) sum = sum + LaneShift(d)(middle, right);
    return sum;
  }
};

// Five channels, as every network that we know: the shuffles stay in registers.
struct WindowOfFive {
  LaneShift before_one{lanes - 1}, before_two{lanes - 2}, after_one{1}, after_two{2};
  BRICKS_INLINE Vec operator()(Vec left, Vec middle, Vec right) const {
    const Vec before = before_one(left, middle) + before_two(left, middle);
    return (middle + before) + (after_one(middle, right) + after_two(middle, right));
  }
};

template <class Window>
BRICKS_INLINE void lrn_run(LrnBlocks blocks, const Window& window, const LrnScale& scale, float* y,
                           std::ptrdiff_t pixels) {
  for (std::ptrdiff_t pixel = 0; pixel < pixels; ++pixel, blocks.x += lanes, y += lanes)
    store(y, scale(load(blocks.x), window(blocks.square(-1), blocks.square(0), blocks.square(1))));
}

BRICKS_INLINE void lrn_blocked(const LrnParameters& p, const float* x, float* y, std::ptrdiff_t begin,
                               std::ptrdiff_t end) {
  const std::ptrdiff_t blocks = (p.channels + lanes - 1) / lanes;
  const int last_lanes = static_cast<int>(p.channels - (blocks - 1) * lanes);
  const LrnScale scale(p);
  const LrnWindow window = {static_cast<int>((p.size - 1) / 2), static_cast<int>(p.size / 2)};
  for (std::ptrdiff_t at = begin; at < end;) {
    const std::ptrdiff_t row = at / p.spatial, left = (row + 1) * p.spatial - at;
    const std::ptrdiff_t pixels = left < end - at ? left : end - at;
    const LrnBlocks around = {x + at * lanes, p.spatial * lanes, row % blocks, blocks, last_lanes};
    if (p.size == 5)
      lrn_run(around, WindowOfFive{}, scale, y + at * lanes, pixels);
    else
      lrn_run(around, AnyWindow{window}, scale, y + at * lanes, pixels);
    at += pixels;
  }
}

BRICKS_INLINE void lrn_plain(const LrnParameters& p, const float* x, float* y, std::ptrdiff_t begin,
                             std::ptrdiff_t end) {
  const LrnScale scale(p);
  for (std::ptrdiff_t plane = begin; plane < end; ++plane) {
    const std::ptrdiff_t channel = plane % p.channels, before = (p.size - 1) / 2, after = p.size / 2;
    const std::ptrdiff_t first = channel < before ? -channel : -before;
    const std::ptrdiff_t last = channel + after < p.channels ? after : p.channels - 1 - channel;
    const float* from = x + plane * p.spatial;
    for_each_vector(0, p.spatial, [&](std::ptrdiff_t i, auto extent) BRICKS_INLINE_LAMBDA {
      Vec sum = zero();
      for (std::ptrdiff_t d = first; d <= last; ++d) {
        const Vec value = load(from + d * p.spatial + i, extent);
        sum = fmadd(value, value, sum);
      }
      store(y + plane * p.spatial + i, scale(load(from + i, extent), sum), extent);
    });
  }
}

}  // namespace bricks::kernels::BRICKS_ISA
