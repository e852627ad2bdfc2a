#include "decompose/suite/json_members.hpp"

#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

namespace bricks {

std::int64_t checked_integer(const Json& value, const std::string& what, std::int64_t low,
                             std::int64_t high) {
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(high)
                        : value.is_number_integer() && value.get<std::int64_t>() <= high;
  if (!fits || value.get<std::int64_t>() < low)
    throw Error(what + ": found " + describe(value) + ", expected a whole number from " +
                std::to_string(low) + " to " + std::to_string(high));
  return value.get<std::int64_t>();
}

std::int64_t integer_member(const Json& object, const std::string& key, std::int64_t low, std::int64_t high) {
  const auto found = object.find(key);
  if (found == object.end()) throw Error("'" + key + "': found nothing, expected a whole number");
  return checked_integer(*found, "'" + key + "'", low, high);
}

bool bool_member(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_boolean())
    throw Error("'" + key + "': found " + describe(found == object.end() ? nullptr : &*found) +
                ", expected true or false");
  return found->get<bool>();
}

std::string options_text(const SuiteOptions& options) {
  return "\"schema_version\": " + std::to_string(suite_schema_version) + ",\n\"execution\": \"" +
         std::string(execution_name(options.execution)) +
         "\",\n\"G\": " + std::to_string(options.granularity) +
         ",\n\"overlap\": " + (options.overlap ? "true" : "false") + ",\n";
}

SuiteOptions read_options(const Json& document) {
  integer_member(document, "schema_version", suite_schema_version, suite_schema_version);
  return {.execution = execution_from_name(string_member(document, "execution")),
          .granularity = integer_member(document, "G", 1, most_of_anything),
          .overlap = bool_member(document, "overlap")};
}

std::string lines_of(const std::vector<std::string>& elements) {
  std::string text;
  for (const std::string& element : elements) text += (text.empty() ? "\n" : ",\n") + element;
  return "[" + text + "]";
}

}  // namespace bricks
