// The text of the Error that something throws.
#pragma once

#include "engine/error.hpp"

#include <string>

#include <doctest/doctest.h>

namespace bricks::test {

// Checks that the text is one line; "no error" where none was thrown.
template <class Body>
std::string complaint(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    const std::string text = error.what();
    CHECK(text.find('\n') == std::string::npos);
    return text;
  }
  return "no error";
}

}  // namespace bricks::test
