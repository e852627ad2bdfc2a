// What a brick finds in the caches when its timed run begins.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/run/memory.hpp"

namespace bricks {

class BrickRun;

enum class CacheState : std::uint8_t {
  hot,      // its own weights, input and output: it ran just before
  cold,     // nothing: more bytes than the last-level cache holds were read just before
  context,  // what its model leaves it: weights unused for as long as a turn takes, input written just before
};

std::string_view cache_state_name(CacheState state);
// Throws Error for a name that is none of "hot", "cold", "context".
CacheState cache_state_from_name(std::string_view name);

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
