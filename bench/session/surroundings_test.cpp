#include "bench/session/surroundings.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("Sessions have shares of the time by their models' multiply-adds") {
  RecipeBook book;
  for (const std::int64_t macs : {30, 10, 60}) book.recipes.emplace_back().macs = macs * 1'000'000'000;
  const std::vector<std::vector<std::size_t>> models = {{1}, {0, 2}};
  const auto parts = session_parts(models, book);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].begin == 0);
  CHECK(parts[0].share == doctest::Approx(0.1));
  CHECK(parts[1].begin == doctest::Approx(0.1));
  CHECK(parts[1].share == doctest::Approx(0.9));
}

TEST_CASE("Models without multiply-adds have equal shares") {
  RecipeBook book;
  book.recipes.resize(2);
  const std::vector<std::vector<std::size_t>> models = {{0}, {1}};
  CHECK(session_parts(models, book)[1].begin == 0.5);
}
