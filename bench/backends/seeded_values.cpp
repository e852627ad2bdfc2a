#include "bench/backends/seeded_values.hpp"

#include <cstring>

namespace bricks::bench {
namespace {

std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  return x ^ (x >> 16);
}

}  // namespace

std::vector<std::byte> seeded_values(const TensorType& type, std::uint32_t seed, std::uint32_t index) {
  const auto count = static_cast<std::size_t>(element_count(type.shape));
  std::vector<std::byte> values(count * element_bytes(type.type));
  if (type.type != ElementType::float32) return values;
  const std::uint32_t base = 0x9E3779B9u * seed + 0x85EBCA6Bu * (index + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const float value =
        static_cast<float>(mix(static_cast<std::uint32_t>(i) + base) >> 8) / 8388608.0f - 1.0f;
    std::memcpy(values.data() + i * sizeof value, &value, sizeof value);
  }
  return values;
}

}  // namespace bricks::bench
