#include "bench/measure/residence.hpp"

namespace bricks {

void bring_back(std::span<const std::byte> memory) {
  constexpr std::size_t page_bytes = 4096;  // the smallest of any host, which may take parts of larger ones
  const volatile std::byte* bytes = memory.data();
  for (std::size_t i = 0; i < memory.size(); i += page_bytes) static_cast<void>(bytes[i]);
}

}  // namespace bricks
