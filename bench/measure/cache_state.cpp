#include "bench/measure/cache_state.hpp"

#include "engine/error.hpp"

#include <iterator>
#include <string>

namespace bricks {
namespace {

constexpr std::string_view names[] = {"hot", "cold", "context"};

}  // namespace

std::string_view cache_state_name(CacheState state) { return names[static_cast<std::size_t>(state)]; }

CacheState cache_state_from_name(std::string_view name) {
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (names[i] == name) return static_cast<CacheState>(i);
  throw Error("cache state: found " + std::string(name) + ", expected hot, cold or context");
}

}  // namespace bricks
