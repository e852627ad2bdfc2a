#pragma once

#include <cstddef>

namespace bricks {

// Bytes of the caches that the team's cores have: the last level, and the second one of each core.
struct CacheSizes {
  std::size_t last_level = 0, second_level = 0;
  // What goes over half of the last level leaves nothing in it, as others use it, too.
  std::size_t usable_last_level() const { return last_level / 2; }
};

}  // namespace bricks
