// Numbers on the command line.
#pragma once

#include "bench/commands/command_line.hpp"
#include "engine/error.hpp"

#include <charconv>
#include <string>
#include <type_traits>

namespace bricks {

// The whole text as a number in [low, high]. Throws Error with option, what was found and what was expected.
template <class Number>
Number number(const std::string& option, const std::string& text, Number low, Number high) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool whole = error == std::errc() && stop == end && !text.empty();
  if (!whole || !(value >= low && value <= high)) {
    std::string expected = std::is_integral_v<Number> ? "a whole number" : "a number";
    if (low == Number{} + 1) expected += " of at least 1";
    throw Error(option + ": found " + text + ", expected " + expected);
  }
  return value;
}

template <class Number>
CommandOption add_number(CommandLine& command, const std::string& name, Number& value, Number low,
                         Number high, const std::string& help) {
  return command.add_option_function(
      name, [&value, name, low, high](const std::string& text) { value = number(name, text, low, high); },
      help);
}

}  // namespace bricks
