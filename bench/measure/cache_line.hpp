// One touch in so many bytes brings all of them into the caches.
#pragma once

#include "kernels/peak/peak.hpp"

#include <cstddef>
#include <span>

namespace bricks {

inline constexpr std::size_t cache_line = kernels::cache_line;

// What other caches hold stays there.
inline void touch_to_read(std::span<const std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += cache_line)
    static_cast<void>(*static_cast<const volatile std::byte*>(&bytes[i]));
}

}  // namespace bricks
