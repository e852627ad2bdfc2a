#pragma once

#include <cstddef>

namespace bricks {

// Bytes of the caches that the team's cores have: the last level, what others leave them of it, and the
// second one of each core.
struct CacheSizes {
  std::size_t last_level = 0, usable_last_level = 0, second_level = 0;
};

}  // namespace bricks
