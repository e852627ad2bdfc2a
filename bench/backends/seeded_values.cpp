#include "bench/backends/seeded_values.hpp"

#include "bench/backends/seeded_hash.hpp"

#include <cstring>

namespace bricks::bench {

std::vector<std::byte> seeded_values(const TensorType& type, std::uint32_t seed, std::uint32_t index) {
  const auto count = static_cast<std::size_t>(element_count(type.shape));
  std::vector<std::byte> values(count * element_bytes(type.type));
  if (type.type != ElementType::float32) return values;
  for (std::size_t i = 0; i < count; ++i) {
    const float value = seeded_value(seed, index, i);
    std::memcpy(values.data() + i * sizeof value, &value, sizeof value);
  }
  return values;
}

}  // namespace bricks::bench
