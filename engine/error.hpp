// The one exception that bricks' libraries throw: something given to them is wrong (a file, a model, an
// argument).
//
// what() is one line: where, what was found, what was expected. Callers that know more of the "where" (the
// file, the layer) put it in front with `within`. Programs map it to exit status 2.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace bricks {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Runs body; an Error from it leaves with "where: " in front of its text.
template <class Body>
decltype(auto) within(const std::string& where, Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const Error& error) {
    throw Error(where + ": " + error.what());
  }
}

}  // namespace bricks
