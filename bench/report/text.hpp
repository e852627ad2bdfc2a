// Numbers and columns for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bricks {

// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

// Milliseconds with three significant digits or more: "0.0123", "4.53", "104.2".
std::string milliseconds(double ms);
// "12.3 MB", in powers of ten.
std::string megabytes(double bytes);
// "15.47 G", "3.1 M".
std::string count_text(double count);

// Rows of cells; columns as wide as their widest cell. A column whose header begins with '<' is set to the
// left, others to the right.
std::string columns(const std::vector<std::vector<std::string>>& rows, std::string_view indent = "");

}  // namespace bricks
