// Recipes without the bricks' graphs: what composing needs, kept in a file of its own beside a suite.
#pragma once

#include "decompose/suite/suite.hpp"

#include <string>
#include <vector>

namespace bricks {

struct RecipeBook {
  struct BrickName {
    std::string text;                   // canonical
    std::vector<std::string> variants;  // as variant_text gives them
  };

  SuiteOptions options;
  std::vector<BrickName> bricks;  // RecipeStep::brick counts these, RecipeStep::variant their variants
  std::vector<Recipe> recipes;
};

RecipeBook recipe_book(const Suite& suite);

// Throws Error that names the model where there is no recipe for it.
const Recipe& recipe_of(const RecipeBook& book, const std::string& model);

}  // namespace bricks
