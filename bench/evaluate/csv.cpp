#include "bench/evaluate/csv.hpp"

namespace bricks {

std::string csv_cell(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  const auto text = value.get<std::string>();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void Csv::row(std::initializer_list<nlohmann::ordered_json> values) {
  bool first = true;
  for (const nlohmann::ordered_json& value : values) {
    if (!first) text_ += ',';
    first = false;
    text_ += csv_cell(value);
  }
  text_ += '\n';
}

}  // namespace bricks
