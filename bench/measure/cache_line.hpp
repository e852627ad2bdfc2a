// One touch in so many bytes brings all of them into the caches.
#pragma once

#include <cstddef>

namespace bricks {

inline constexpr std::size_t cache_line = 64;

}  // namespace bricks
