// What a brick finds in the caches when its timed run begins.
#pragma once

#include <cstdint>
#include <string_view>

namespace bricks {

enum class CacheState : std::uint8_t {
  hot,      // its own weights, input and output: it ran just before
  cold,     // nothing: more bytes than the last-level cache holds were touched just before
  context,  // what its model leaves it: weights unused for as long as a turn takes, input written just before
};

std::string_view cache_state_name(CacheState state);
// Throws Error for a name that is none of "hot", "cold", "context".
CacheState cache_state_from_name(std::string_view name);

}  // namespace bricks
