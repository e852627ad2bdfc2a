// Members of JSON objects that are there only where their value is known.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

namespace bricks {

template <class Value>
void set(nlohmann::ordered_json& object, const char* key, const std::optional<Value>& value) {
  if (value) object[key] = *value;
}

}  // namespace bricks
