// Suites as folders:
//
//   manifest.json        execution, G, a tuning table where there is one, and of every brick: its file, its
//                        canonical text, its variants with their footprints. Nothing of the models: no name,
//                        no order, no neighbours.
//   bricks/<hash>.json   one brick, an ordinary model (engine/formats): runs anywhere
//   bricks/<hash>.*      the same brick in other formats, where they were asked for; never read here
//   recipes.json         of every model: counts, its steps, the edges between them. Only composing needs it.
//
// decompose/README.md lists the keys. Everything that is read is hostile until checked: Error in one
// line.
#pragma once

#include "decompose/suite/recipe_book.hpp"
#include "decompose/suite/suite.hpp"

#include <functional>
#include <string>

namespace bricks {

inline constexpr int suite_schema_version = 3;
inline constexpr std::size_t largest_manifest = std::size_t{1} << 30;

// Writes another file of a brick, beside its own; path: that one's without its extension.
using WriteBeside = std::function<void(const Graph& brick, const std::string& path)>;

// Writes the suite and its recipes. The folder appears whole or not at all; one that holds a suite already is
// replaced. Throws Error when it cannot be written, or exists and holds something else.
void write_suite(const Suite& suite, const std::string& folder, const WriteBeside& write_beside = {});

// The suite's options and bricks as whoever measures them gets them: without recipes. Throws Error for a file
// that is missing, malformed or not what the manifest says.
Suite read_suite(const std::string& folder);

// Throws Error likewise. path: the recipes.json of a suite.
RecipeBook read_recipes(const std::string& path);

// For tests and for suites that never become files.
std::string manifest_text(const Suite& suite);
std::string recipes_text(const RecipeBook& book);
RecipeBook parse_recipes(std::string_view text, const std::string& where);

}  // namespace bricks
