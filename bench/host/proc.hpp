// Small readers of the text files in /proc and /sys.
#pragma once

#include <string>
#include <string_view>

namespace bricks {

// First line of a file, "" if it cannot be read.
std::string first_line(const std::string& path);
// Value behind "key" and a colon, blanks trimmed: "model name : X" gives X; "" if there is none.
std::string value_of(const std::string& path, std::string_view key);
// "48K", "2M" or a plain number in bytes; 0 for anything else.
std::size_t parse_size(std::string_view text);
// Processors in a list such as "0-3,8,10-11".
int count_processors(std::string_view list);

}  // namespace bricks
