#include "decompose/suite/recipe_book.hpp"

#include "engine/error.hpp"

namespace bricks {

RecipeBook recipe_book(const Suite& suite) {
  RecipeBook book{suite.options, {}, suite.recipes};
  for (const Brick& brick : suite.bricks) {
    RecipeBook::BrickName name{brick.text, {}};
    for (const BrickVariant& variant : brick.variants) name.variants.push_back(variant_text(variant.context));
    book.bricks.push_back(std::move(name));
  }
  return book;
}

const Recipe& recipe_of(const RecipeBook& book, const std::string& model) {
  for (const Recipe& recipe : book.recipes)
    if (recipe.model == model) return recipe;
  throw Error("no recipe for model '" + model + "'");
}

}  // namespace bricks
