// Comma-separated values (RFC 4180).
#pragma once

#include <initializer_list>
#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// Strings are quoted where a comma, a quote or a line end would be taken for another thing; null is empty.
std::string csv_cell(const nlohmann::ordered_json& value);

class Csv {
 public:
  // header: the names of the columns, with their commas.
  explicit Csv(const std::string& header) : text_(header + "\n") {}

  void row(std::initializer_list<nlohmann::ordered_json> values);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace bricks
