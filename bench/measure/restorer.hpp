// Brings the caches into the state that a brick is to find.
#pragma once

#include "bench/measure/cache_state.hpp"

#include <cstddef>
#include <memory>

namespace bricks {

class BrickRun;

class CacheRestorer {
 public:
  virtual ~CacheRestorer() = default;
  // As TeamRunnable's prepare and restore.
  virtual void prepare(BrickRun& brick) = 0;
  virtual void restore(BrickRun& brick, int worker, int workers) = 0;
};

// last_level_bytes: of all caches that the team's cores share or own, the last level.
std::unique_ptr<CacheRestorer> make_restorer(CacheState state, std::size_t last_level_bytes);

}  // namespace bricks
