#include "bench/session/groups.hpp"

#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

Recipe recipe(const std::string& model, std::vector<std::uint32_t> bricks) {
  Recipe made;
  made.model = model;
  for (const std::uint32_t brick : bricks) made.steps.push_back({brick, 0, {}});
  return made;
}

RecipeBook book_of(std::vector<Recipe> recipes) {
  RecipeBook book;
  book.recipes = std::move(recipes);
  return book;
}

}  // namespace

TEST_CASE("Models that fit together are one group") {
  const auto groups = plan_groups(book_of({recipe("a", {0, 1, 0}), recipe("b", {1, 2})}),
                                  std::vector<std::size_t>{60, 40}, 100);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].models == std::vector<std::size_t>{1, 0});  // the smaller one first
  CHECK(groups[0].ids.size() == 3);
}

TEST_CASE("A brick is measured in the first group that needs it") {
  const auto groups =
      plan_groups(book_of({recipe("a", {0, 1}), recipe("b", {1, 2})}), std::vector<std::size_t>{60, 70}, 100);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].ids == std::vector<BenchmarkId>{{0, 0}, {1, 0}});
  CHECK(groups[1].ids == std::vector<BenchmarkId>{{2, 0}});
}

TEST_CASE("A model that does not fit by itself is refused") {
  CHECK_THROWS_WITH_AS(
      plan_groups(book_of({recipe("big", {0})}), std::vector<std::size_t>{2'000'000}, 1'000'000),
      "model big and its bricks need 2.0 MB, --memory allows 1.0 MB", Error);
}
