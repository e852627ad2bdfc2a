#include "bench/measure/cache_state.hpp"

#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("Cache states have names, and others are refused") {
  for (const CacheState state : {CacheState::hot, CacheState::cold, CacheState::context})
    CHECK(cache_state_from_name(cache_state_name(state)) == state);
  CHECK_THROWS_WITH_AS(cache_state_from_name("warm"),
                       "cache state: found warm, expected hot, cold or context", Error);
}
