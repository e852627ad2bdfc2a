// Brings the caches into the state that a brick is to find.
#pragma once

#include "bench/measure/cache_sizes.hpp"
#include "bench/measure/cache_state.hpp"
#include "kernels/isa/isa.hpp"

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

std::unique_ptr<CacheRestorer> make_restorer(CacheState state, const CacheSizes& sizes, Isa isa, int threads);

}  // namespace bricks
