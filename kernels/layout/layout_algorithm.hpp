#pragma once

#include "kernels/layout/layout.hpp"
#include "kernels/simd/lane_shift.hpp"
#include "kernels/simd/range.hpp"
#include "kernels/simd/transpose.hpp"

namespace bricks::kernels::BRICKS_ISA {

// A run of pixels inside one block of the destination.
struct BlockRun {
  std::ptrdiff_t image;  // n
  std::ptrdiff_t block;  // of the blocked tensor, whole tensor counted
  int low, high;         // lanes of the block that are moved
  std::ptrdiff_t moved;  // moved channels before lane `low`
  std::ptrdiff_t pixel, pixels;
};

// Calls body(run) for the runs of work [begin, end) over channels [first, first + channels).
template <class Body>
BRICKS_INLINE void for_each_run(std::ptrdiff_t first, std::ptrdiff_t channels, std::ptrdiff_t spatial,
                                std::ptrdiff_t begin, std::ptrdiff_t end, Body body) {
  const std::ptrdiff_t first_block = first / lanes, blocks = touched_blocks(first, channels, lanes);
  for (std::ptrdiff_t at = begin; at < end;) {
    const std::ptrdiff_t row = at / spatial, pixel = at % spatial;
    const std::ptrdiff_t left = spatial - pixel, block = first_block + row % blocks;
    const std::ptrdiff_t low = block == first_block ? first % lanes : 0;
    const std::ptrdiff_t high =
        first + channels - block * lanes < lanes ? first + channels - block * lanes : lanes;
    const BlockRun run = {.image = row / blocks,
                          .block = block,
                          .low = static_cast<int>(low),
                          .high = static_cast<int>(high),
                          .moved = block * lanes + low - first,
                          .pixel = pixel,
                          .pixels = left < end - at ? left : end - at};
    body(run);
    at += run.pixels;
  }
}

BRICKS_INLINE void store_lanes(float* to, Vec value, int low, int high) {
#if defined(BRICKS_ISA_AVX512)
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << high) - (1u << low)), value);
#elif defined(BRICKS_ISA_AVX2)
  _mm256_maskstore_ps(to, _mm256_andnot_si256(first_lanes(low), first_lanes(high)), value);
#else
  alignas(64) float buffer[lanes];
  store(buffer, value);
  for (int lane = low; lane < high; ++lane) to[lane] = buffer[lane];
#endif
}

// move(pixel) does lanes pixels from there on; the last group of a run overlaps the one before it.
template <class Move>
BRICKS_INLINE void for_each_pixel_group(std::ptrdiff_t pixels, Move move) {
  std::ptrdiff_t pixel = 0;
  for (; pixel + lanes <= pixels; pixel += lanes) move(pixel);
  if (pixel < pixels) move(pixels - lanes);
}

BRICKS_INLINE void plain_to_blocked(const ReorderShape& shape, const float* plain, float* blocked,
                                    std::ptrdiff_t begin, std::ptrdiff_t end) {
  const std::ptrdiff_t spatial = shape.spatial;
  for_each_run(shape.first_channel, shape.channels, spatial, begin, end, [&](const BlockRun& run) {
    const float* x = plain + run.image * shape.plain_image + run.moved * spatial + run.pixel;
    float* y = blocked + run.image * shape.blocked_image + (run.block * spatial + run.pixel) * lanes;
    if (run.high - run.low == lanes && run.pixels >= lanes)
      return for_each_pixel_group(run.pixels, [&](std::ptrdiff_t pixel) BRICKS_INLINE_LAMBDA {
        transpose_block(x + pixel, spatial, y + pixel * lanes, lanes);
      });
    for (int lane = run.low; lane < run.high; ++lane)
      for (std::ptrdiff_t pixel = 0; pixel < run.pixels; ++pixel)
        y[pixel * lanes + lane] = x[(lane - run.low) * spatial + pixel];
  });
}

BRICKS_INLINE void blocked_to_plain(const ReorderShape& shape, const float* blocked, float* plain,
                                    std::ptrdiff_t begin, std::ptrdiff_t end) {
  const std::ptrdiff_t spatial = shape.spatial;
  for_each_run(shape.first_channel, shape.channels, spatial, begin, end, [&](const BlockRun& run) {
    const float* x = blocked + run.image * shape.blocked_image + (run.block * spatial + run.pixel) * lanes;
    float* y = plain + run.image * shape.plain_image + run.moved * spatial + run.pixel;
    if (run.high - run.low == lanes && run.pixels >= lanes)
      return for_each_pixel_group(run.pixels, [&](std::ptrdiff_t pixel) BRICKS_INLINE_LAMBDA {
        transpose_block(x + pixel * lanes, lanes, y + pixel, spatial);
      });
    for (int lane = run.low; lane < run.high; ++lane)
      for (std::ptrdiff_t pixel = 0; pixel < run.pixels; ++pixel)
        y[(lane - run.low) * spatial + pixel] = x[pixel * lanes + lane];
  });
}

// Pixels whose lanes [low, high) come from `offset` lanes further in `a` and, behind its end, in `b`.
BRICKS_INLINE void copy_lanes(const float* a, const float* b, int offset, const BlockRun& run, float* y) {
  const LaneShift shift(offset);
  if (run.high - run.low == lanes) {
    for (std::ptrdiff_t pixel = 0; pixel < run.pixels; ++pixel)
      store(y + pixel * lanes, shift(load(a + pixel * lanes), load(b + pixel * lanes)));
  } else {
    for (std::ptrdiff_t pixel = 0; pixel < run.pixels; ++pixel)
      store_lanes(y + pixel * lanes, shift(load(a + pixel * lanes), load(b + pixel * lanes)), run.low,
                  run.high);
  }
}

BRICKS_INLINE void copy_channels(const ChannelCopyShape& shape, const float* source, float* destination,
                                 std::ptrdiff_t begin, std::ptrdiff_t end) {
  for_each_run(
      shape.destination_channel, shape.channels, shape.spatial, begin, end, [&](const BlockRun& run) {
        const std::ptrdiff_t channel = shape.source_channel + run.moved;
        const float* a =
            source + run.image * shape.source_image + (channel / lanes * shape.spatial + run.pixel) * lanes;
        float* y = destination + run.image * shape.destination_image +
                   (run.block * shape.spatial + run.pixel) * lanes;
        const int first = static_cast<int>(channel % lanes);
        const bool spans_two = first + run.high - run.low > lanes;
        const float* b = spans_two ? a + shape.spatial * lanes : a;
        // Lane 0 of the result would come from before `a` where the source begins at a lower lane than the
        // destination: those lanes are not stored, so anything may stand for the block before.
        if (first == run.low && run.high - run.low == lanes)
          __builtin_memcpy(y, a, static_cast<std::size_t>(run.pixels * lanes) * sizeof(float));
        else if (first >= run.low)
          copy_lanes(a, b, first - run.low, run, y);
        else
          copy_lanes(a, a, lanes + first - run.low, run, y);
      });
}

}  // namespace bricks::kernels::BRICKS_ISA
