// One touch in so many bytes brings all of them into the caches.
#pragma once

#include <cstddef>

namespace bricks {

inline constexpr std::size_t cache_line = 64;

inline void touch(std::byte& byte) { *static_cast<volatile std::byte*>(&byte) = std::byte{1}; }

}  // namespace bricks
