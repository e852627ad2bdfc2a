#include "bench/report/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace bricks {

std::string format(const char* pattern, ...) {
  va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
  std::string text(static_cast<std::size_t>(std::max(length, 0)), '\0');
  std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  va_end(arguments);
  return text;
}

std::string milliseconds(double ms) {
  const double size = std::abs(ms);
  return size >= 100  ? format("%.1f", ms)
         : size >= 10 ? format("%.2f", ms)
         : size >= 1  ? format("%.3f", ms)
                      : format("%.4f", ms);
}

std::string megabytes(double bytes) {
  if (bytes < 1e6) return format("%.1f kB", bytes / 1e3);
  return bytes >= 1e9 ? format("%.2f GB", bytes / 1e9) : format("%.1f MB", bytes / 1e6);
}

std::string count_text(double count) {
  if (count >= 1e9) return format("%.2f G", count / 1e9);
  if (count >= 1e6) return format("%.2f M", count / 1e6);
  return format("%.0f", count);
}

std::string columns(const std::vector<std::vector<std::string>>& rows, std::string_view indent) {
  if (rows.empty()) return {};
  const std::size_t count = rows.front().size();
  const auto cell = [&](std::size_t row, std::size_t column) {
    const std::string& text = rows[row][column];
    return row == 0 && !text.empty() && text.front() == '<' ? std::string_view(text).substr(1)
                                                            : std::string_view(text);
  };
  std::string text;
  std::vector<std::size_t> widths(count);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < count; ++column)
      widths[column] = std::max(widths[column], cell(row, column).size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::string line(indent);
    for (std::size_t column = 0; column < count; ++column) {
      const bool left = !rows[0][column].empty() && rows[0][column].front() == '<';
      const std::string blanks(widths[column] - cell(row, column).size(), ' ');
      if (column > 0) line += "  ";
      line += left ? std::string(cell(row, column)) + blanks : blanks + std::string(cell(row, column));
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace bricks
