// The numbers behind the seeded inputs of the protocol (README.md); free of the engine, so that backends in
// C++ take them from here too.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bricks::bench {

// Float element `element` of input `input`, in [-1, 1).
inline float seeded_value(std::uint32_t seed, std::uint32_t input, std::size_t element) {
  std::uint32_t x = static_cast<std::uint32_t>(element) + 0x9E3779B9u * seed + 0x85EBCA6Bu * (input + 1);
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  x ^= x >> 16;
  return static_cast<float>(x >> 8) / 8388608.0f - 1.0f;
}

}  // namespace bricks::bench
