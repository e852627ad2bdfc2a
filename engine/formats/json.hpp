// Reading JSON that nobody has checked yet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace bricks {

using Json = nlohmann::json;

// Arrays and objects inside each other; our deepest document has 6.
inline constexpr std::size_t deepest_json = 64;

// The document in text. Throws Error that begins with `where` for anything but one well-formed document: also
// for a key that stands twice in an object, deeper nesting than deepest_json, and strings with control
// characters (so that a message that quotes one stays on one line).
Json parse_json(std::string_view text, const std::string& where);

// What stands there, for messages: "the string 'abc'", "an array of 3", "nothing" for a null pointer.
std::string describe(const Json* value);
inline std::string describe(const Json& value) { return describe(&value); }

// At most 60 bytes of a text that came out of a file, for messages.
std::string shortened(std::string_view text);

// Members of an object, checked. A missing one and one of another type are Errors: "'name': found nothing,
// expected a string".
const Json& array_member(const Json& object, const std::string& key);
std::string string_member(const Json& object, const std::string& key);
std::int64_t integer_member(const Json& object, const std::string& key, std::int64_t low, std::int64_t high);
bool bool_member(const Json& object, const std::string& key);
// The whole number from low to high that value is. Errors begin with `what`.
std::int64_t checked_integer(const Json& value, const std::string& what, std::int64_t low, std::int64_t high);
// Throws Error where value is no object or has a member that is not in `known`.
void expect_members(const Json& value, std::initializer_list<std::string_view> known);

// The string with JSON's quotes and escapes. Throws Error where it is not UTF-8.
std::string json_string(std::string_view text);
// The shortest decimal that reads back as the same float: 0.0001, 1e-05, 3. Throws Error unless finite.
std::string json_number(float value);

}  // namespace bricks
