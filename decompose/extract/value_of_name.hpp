// Words of a suite's files.
#pragma once

#include "engine/error.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace bricks {

// The value of an enumeration with that name, of which `names` has one for each value in order. Throws Error
// that lists them for what is none.
template <class Value, std::size_t count>
Value value_of_name(const std::array<std::string_view, count>& names, std::string_view name) {
  for (std::size_t i = 0; i < count; ++i)
    if (names[i] == name) return static_cast<Value>(i);
  std::string expected;
  for (std::size_t i = 0; i < count; ++i)
    expected += (i == 0 ? "" : i + 1 < count ? ", " : " or ") + std::string(names[i]);
  throw Error("'" + std::string(name.substr(0, 20)) + "', expected " + expected);
}

}  // namespace bricks
