// JSON on one line, whatever bytes its strings hold.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// Names of files and of what stands in them, and what other programs say, need not be UTF-8: what is not
// becomes U+FFFD.
template <class Json>
std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace bricks
