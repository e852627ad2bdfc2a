// Packs rows of input into the band that conv.hpp describes (ConvBand), zeros where the padding is.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/simd/simd.hpp"

#include <cstring>

namespace bricks::kernels::BRICKS_ISA {

// Columns [begin, end) of a phase that lie inside the input; the first is input column `first`.
struct PhaseColumns {
  std::ptrdiff_t begin, end, first;
};

BRICKS_INLINE PhaseColumns phase_columns(const ConvGeometry& g, std::ptrdiff_t phase) {
  const ConvProblem& p = g.problem;
  const std::ptrdiff_t residue =
      phase * p.dilation_w % p.stride_w - p.pad_left;  // column q is x = q stride + residue
  const std::ptrdiff_t s = p.stride_w;
  std::ptrdiff_t begin = residue < 0 ? (-residue + s - 1) / s : 0;
  std::ptrdiff_t end = p.in_w > residue ? (p.in_w - residue + s - 1) / s : 0;
  if (end > g.band.columns) end = g.band.columns;
  if (begin > g.band.columns) begin = g.band.columns;
  if (end < begin) end = begin;
  return {begin, end, begin * s + residue};
}

// Every stride-th pixel of one row. pixel: floats of one.
template <int pixel>
BRICKS_INLINE void copy_pixels(const float* from, std::ptrdiff_t stride, float* to, std::ptrdiff_t count) {
  if (stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * pixel * sizeof(float));
  } else if constexpr (pixel == lanes) {
    for (std::ptrdiff_t i = 0; i < count; ++i) store(to + i * lanes, load(from + i * stride * lanes));
  } else if (stride == 2) {
    for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = from[2 * i];
  } else {
    for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = from[i * stride];
  }
}

template <int pixel>
BRICKS_INLINE void zero_pixels(float* to, std::ptrdiff_t count) {
  if (count > 0) std::memset(to, 0, static_cast<std::size_t>(count) * pixel * sizeof(float));
}

template <int pixel>
BRICKS_INLINE void pack_row(const ConvGeometry& g, const float* from, float* to) {
  for (std::ptrdiff_t phase = 0; phase < g.band.phases; ++phase, to += g.band.columns * pixel) {
    const PhaseColumns c = phase_columns(g, phase);
    zero_pixels<pixel>(to, c.begin);
    if (c.end > c.begin)
      copy_pixels<pixel>(from + c.first * pixel, g.problem.stride_w, to + c.begin * pixel, c.end - c.begin);
    zero_pixels<pixel>(to + c.end * pixel, g.band.columns - c.end);
  }
}

// True where some output row has a tap in packed row r (a stride above the kernel leaves rows out).
BRICKS_INLINE bool row_is_used(const ConvGeometry& g, std::ptrdiff_t r) {
  const ConvProblem& p = g.problem;
  for (std::ptrdiff_t k = 0; k < p.kernel_h; ++k) {
    const std::ptrdiff_t y = r - k * p.dilation_h;
    if (y >= 0 && y % g.band.row_step == 0) return true;
  }
  return false;
}

// Calls body(packed row, input row or -1 for one of zeros) for the input of output rows [y, y + count).
template <class Body>
BRICKS_INLINE void for_each_band_row(const ConvGeometry& g, std::ptrdiff_t y, std::ptrdiff_t count,
                                     Body&& body) {
  const ConvProblem& p = g.problem;
  const std::ptrdiff_t rows = (count - 1) * g.band.row_step + (p.kernel_h - 1) * p.dilation_h + 1;
  const std::ptrdiff_t step = p.kernel_h == 1 ? p.stride_h : 1;
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    if (!row_is_used(g, r)) continue;
    const std::ptrdiff_t in = y * p.stride_h - p.pad_top + r * step;
    body(r, in >= 0 && in < p.in_h ? in : -1);
  }
}

// Input of output rows [y, y + count): `blocks` channel blocks (channels of a plain input) from `from` on.
template <int pixel>
BRICKS_INLINE void pack_band(const ConvGeometry& g, const float* from, std::ptrdiff_t blocks,
                             std::ptrdiff_t y, std::ptrdiff_t count, float* band) {
  for (std::ptrdiff_t b = 0; b < blocks; ++b)
    for_each_band_row(g, y, count, [&](std::ptrdiff_t r, std::ptrdiff_t in) {
      float* to = band + b * g.band.block + r * g.band.row;
      if (in < 0)
        zero_pixels<pixel>(to, g.band.phases * g.band.columns);
      else
        pack_row<pixel>(g, from + b * g.problem.input.block + in * g.problem.input.row, to);
    });
}

// Offset of tap (ky, kx) in a band, or in the tensor itself where nothing is packed (then stride_w is 1).
BRICKS_INLINE std::ptrdiff_t tap_offset(const ConvGeometry& g, std::ptrdiff_t ky, std::ptrdiff_t kx,
                                        std::ptrdiff_t pixel) {
  const ConvProblem& p = g.problem;
  const std::ptrdiff_t x = kx * p.dilation_w;
  if (!g.packed) return ky * p.dilation_h * p.input.row + x * pixel;
  return ky * p.dilation_h * g.band.row + ((kx % g.band.phases) * g.band.columns + x / p.stride_w) * pixel;
}

// The offsets of all taps, by ky and kx; of a plain input by channel first.
template <int pixel>
BRICKS_INLINE void fill_taps(const ConvGeometry& g, std::ptrdiff_t* taps) {
  const std::ptrdiff_t channels = pixel == 1 ? g.problem.in_channels : 1;
  const std::ptrdiff_t channel = g.packed ? g.band.block : g.problem.input.block;
  for (std::ptrdiff_t i = 0; i < channels; ++i)
    for (std::ptrdiff_t ky = 0; ky < g.problem.kernel_h; ++ky)
      for (std::ptrdiff_t kx = 0; kx < g.problem.kernel_w; ++kx)
        *taps++ = i * channel + tap_offset(g, ky, kx, pixel);
}

// Scratch holds the tap table, then the band.
BRICKS_INLINE float* band_of(const ConvGeometry& g, void* scratch) {
  return reinterpret_cast<float*>(static_cast<char*>(scratch) + g.scratch_bytes) - g.band.floats;
}

}  // namespace bricks::kernels::BRICKS_ISA
