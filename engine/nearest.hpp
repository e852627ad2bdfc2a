// "Did you mean": the known names that are most like a wrong one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bricks {

// ", did you mean 'a', 'b' or 'c'?" with at most three names, the likest first: those within half their
// length in single-character edits, or that contain the name; empty where none is.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

// Insertions, deletions and substitutions of a character that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace bricks
