#include "decompose/suite/order.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace bricks {
namespace {

// Sorts items by key; returns for every item its new place.
template <class Item, class Key>
std::vector<std::uint32_t> sort_by(std::vector<Item>& items, Key key) {
  std::vector<std::pair<std::string, std::uint32_t>> order;
  for (std::uint32_t i = 0; i < items.size(); ++i) order.emplace_back(key(items[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> places(items.size());
  std::vector<Item> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    places[order[i].second] = i;
    sorted.push_back(std::move(items[order[i].second]));
  }
  items = std::move(sorted);
  return places;
}

}  // namespace

void sort_bricks(Suite& suite) {
  std::vector<std::vector<std::uint32_t>> variant_places;
  for (Brick& brick : suite.bricks)
    variant_places.push_back(
        sort_by(brick.variants, [](const BrickVariant& v) { return variant_text(v.context); }));
  const std::vector<std::uint32_t> places =
      sort_by(suite.bricks, [](const Brick& brick) { return brick.text; });
  for (Recipe& recipe : suite.recipes)
    for (RecipeStep& step : recipe.steps)
      step = {places[step.brick], variant_places[step.brick][step.variant], step.units};
}

std::size_t unique_bricks(const Recipe& recipe) {
  std::unordered_set<std::uint32_t> bricks;
  for (const RecipeStep& step : recipe.steps) bricks.insert(step.brick);
  return bricks.size();
}

std::size_t benchmarks(const Suite& suite) {
  std::size_t count = 0;
  for (const Brick& brick : suite.bricks) count += brick.variants.size();
  return count;
}

}  // namespace bricks
