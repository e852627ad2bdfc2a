// A generator whose numbers are the same with every compiler and standard library;
// std::uniform_int_distribution's are not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bricks {

// SplitMix64 (Steele, Lea and Flood 2014): one addition and three multiplications a number, any seed is good.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // In [0, count), count at least 1 and below 2^32: the high half of a 32x32-bit product. The shares of two
  // numbers differ by less than count / 2^32.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace bricks
