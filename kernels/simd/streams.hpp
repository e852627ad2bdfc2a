// What is read from memory once, such as the weights of a matrix by a vector, is read by several streams. One
// stream, asked for far ahead, is bound by the misses that a core's L1 can have under way; several are
// brought to L2 by the hardware's prefetcher, which has places for more of them: on Zen 3 a core reads 15 to
// 17 GB/s by one and 19 to 22 by four. With AVX-512's wider panels (Zen 4) two do as well as one, 31 GB/s,
// and single pixels take 0.84 of the time; four take 1.07 of a Gemm's time there.
#pragma once

#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

inline constexpr int memory_streams = this_isa == Isa::avx512 ? 2 : 4;

// How far ahead of its use to ask for what is read `width` floats at a time. By itself the prefetcher stops
// at each 4 KiB page, so one stream asks for 4 KiB ahead; it follows four better: of the distances from 0 to
// 1 KiB ahead the best for these, of 16 floats, was 256 bytes on Zen 3, by 5 %.
template <int streams, int width>
inline constexpr std::ptrdiff_t floats_ahead = streams > 1 ? 4 * width : 1024;

// The cache lines of `width` floats.
template <int width>
BRICKS_INLINE void prefetch_floats(const float* from) {
  BRICKS_UNROLL
  for (int i = 0; i < width; i += line_floats) prefetch(from + i);
}

}  // namespace bricks::kernels::BRICKS_ISA
