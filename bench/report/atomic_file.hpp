// Files that are there whole or not at all.
#pragma once

#include <string>

namespace bricks {

// Writes beside the path under another name, then renames. Throws Error where that fails; nothing is left
// then.
void write_atomically(const std::string& path, const std::string& text);

}  // namespace bricks
