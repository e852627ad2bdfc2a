#include "decompose/suite/json_members.hpp"

#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

namespace bricks {

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
