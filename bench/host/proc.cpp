#include "bench/host/proc.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace bricks {
namespace {

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1));
}

long leading_number(std::string_view text) {
  long value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return trimmed(line);
}

std::string value_of(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(':');
    if (colon != std::string::npos && trimmed(line.substr(0, colon)) == key)
      return trimmed(line.substr(colon + 1));
  }
  return {};
}

std::size_t parse_size(std::string_view text) {
  const long value = leading_number(text);
  if (value <= 0) return 0;
  const char unit = text.back();
  const std::size_t scale = unit == 'K'   ? std::size_t{1} << 10
                            : unit == 'M' ? std::size_t{1} << 20
                            : unit == 'G' ? std::size_t{1} << 30
                                          : 1;
  return static_cast<std::size_t>(value) * scale;
}

int count_processors(std::string_view list) {
  int count = 0;
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    const std::string_view piece = list.substr(0, comma);
    const auto dash = piece.find('-');
    const long first = leading_number(piece);
    const long last = dash == std::string_view::npos ? first : leading_number(piece.substr(dash + 1));
    count += static_cast<int>(last - first + 1);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return count;
}

}  // namespace bricks
