// What ran where and when, for those who want to see it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace bricks {

struct UnitRun {
  std::size_t unit = 0;
  int worker = 0;
  std::int64_t start_ns = 0, end_ns = 0;  // as steady_ns() gives them
};

inline std::int64_t steady_ns() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace bricks
