#include "decompose/suite/json_members.hpp"

#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

namespace bricks {
namespace {

void check_version(const Json& document) {
  const std::int64_t found = integer_member(document, "schema_version", 1, most_of_anything);
  if (found == suite_schema_version) return;
  throw Error("'schema_version': found " + std::to_string(found) + ", expected " +
              std::to_string(suite_schema_version) +
              (found < suite_schema_version ? "; decompose the models again" : "; a newer bricks wrote it"));
}

}  // namespace

std::string options_text(const SuiteOptions& options) {
  return "\"schema_version\": " + std::to_string(suite_schema_version) + ",\n\"execution\": \"" +
         std::string(execution_name(options.execution)) +
         "\",\n\"G\": " + std::to_string(options.granularity) +
         ",\n\"overlap\": " + (options.overlap ? "true" : "false") + ",\n";
}

SuiteOptions read_options(const Json& document) {
  check_version(document);
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
