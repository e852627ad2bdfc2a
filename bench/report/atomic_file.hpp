// Files that are there whole or not at all.
#pragma once

#include <string>

namespace bricks {

// Writes beside the path under another name, then renames. Throws Error where that fails; nothing is left
// then. To a pipe or a device it writes straight.
void write_atomically(const std::string& path, const std::string& text);

// Throws the same Error where that would, as far as can be told: before minutes are spent on what is to go
// there.
void check_writable(const std::string& path);

}  // namespace bricks
