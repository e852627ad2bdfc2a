#include "bench/session/groups.hpp"

#include "bench/session/measure_session.hpp"
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

// One brick, a sample a turn.
SessionResult result_of_brick(const std::vector<double>& times_ns) {
  SessionResult result;
  result.ids = {{0, 0}};
  BrickReport& brick = result.bricks.emplace_back();
  for (std::size_t i = 0; i < times_ns.size(); ++i)
    brick.samples.push_back({.turn = static_cast<int>(i), .ns = times_ns[i]});
  return result;
}

}  // namespace

TEST_CASE("Models that fit together are one group") {
  const auto groups = plan_groups(book_of({recipe("a", {0, 1, 0}), recipe("b", {1, 2})}),
                                  std::vector<std::size_t>{60, 40}, 100);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].models == std::vector<std::size_t>{1, 0});  // the smaller one first
  CHECK(groups[0].ids.size() == 3);
}

TEST_CASE("With --memory low a group takes what the largest model does") {
  const RecipeBook book = book_of({recipe("a", {0}), recipe("b", {1}), recipe("c", {2}), recipe("d", {3})});
  const auto groups = plan_groups(book, std::vector<std::size_t>{60, 70, 30, 40}, std::nullopt);
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].models == std::vector<std::size_t>{2, 3});
  CHECK(groups[1].models == std::vector<std::size_t>{0});
  CHECK(groups[2].models == std::vector<std::size_t>{1});
}

TEST_CASE("A brick is measured in the first group that needs it") {
  const auto groups =
      plan_groups(book_of({recipe("a", {0, 1}), recipe("b", {1, 2})}), std::vector<std::size_t>{60, 70}, 100);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].ids == std::vector<BenchmarkId>{{0, 0}, {1, 0}});
  CHECK(groups[1].ids == std::vector<BenchmarkId>{{2, 0}});
}

TEST_CASE("Beside whole models those of one footprint are a group, with all of their bricks") {
  constexpr std::size_t cache = 32 << 20, mega = 1 << 20;
  // Brick 1 is in all three models, of which "a" and "c" have one footprint.
  const Footprint large{1, 200 * mega, 0}, small{1, 100 * mega, 0};
  RecipeBook book = book_of({recipe("a", {0, 1}), recipe("b", {1, 2}), recipe("c", {1, 3, 3})});
  book.recipes[0].footprint = book.recipes[2].footprint = large;
  book.recipes[1].footprint = small;
  Suite suite;
  const std::vector<std::vector<Footprint>> footprints = {
      {large}, {small, large}, {small}, {{2, 200 * mega, 0}}};
  for (const auto& each : footprints) suite.bricks.push_back({"", {}, {{{}, each}}});

  const std::vector<std::size_t> bytes = {60, 50, 40};
  const auto groups = plan_groups_of_models(suite, book, bytes, 100, cache);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].models == std::vector<std::size_t>{1});
  CHECK(groups[1].models == std::vector<std::size_t>{0, 2});
  for (const MeasuringGroup& group : groups) {
    CHECK(group.ids.empty());
    REQUIRE(group.carousels.size() == 1);
  }
  CHECK(groups[0].carousels[0].swept_bytes == 100 * mega);
  CHECK(groups[0].carousels[0].members.size() == 2);
  CHECK(groups[1].carousels[0].swept_bytes == 200 * mega);
  REQUIRE(groups[1].carousels[0].members.size() == 3);
  CHECK(groups[1].carousels[0].members[2].weight_copies == 2);
  CHECK(plan_groups_of_models(suite, book, bytes, 99, cache).size() == 3);
  CHECK(plan_groups_of_models(suite, book, bytes, std::nullopt, cache).size() == 3);
  CHECK_THROWS_AS(plan_groups_of_models(suite, book, bytes, 59, cache), Error);
}

TEST_CASE("Groups that others disturbed come again, but for one alone") {
  std::vector<SessionResult> results(4);
  CHECK(groups_to_repeat(results).empty());
  results[1].disturbed = results[2].disturbed = results[3].disturbed = true;
  CHECK(groups_to_repeat(results) == std::vector<std::size_t>{1, 2, 3});
  CHECK(groups_to_repeat(std::span(results).last(1)).empty());
  CHECK(groups_to_repeat({}).empty());
}

TEST_CASE("Groups whose cores shared a cache in some rounds only come again") {
  std::vector<SessionResult> results(4);
  results[0].rounds = {{.core_line_ns = 0}, {.core_line_ns = 28}, {.core_line_ns = 70}};
  results[1].rounds = {{.core_line_ns = 28}, {.core_line_ns = 220}};
  results[2].rounds = {{.core_line_ns = 0}, {.core_line_ns = 190}, {.core_line_ns = 220}};
  CHECK(groups_to_repeat(results) == std::vector<std::size_t>{1});
}

TEST_CASE("Of a group that came again the result whose cores stayed goes before the less disturbed one") {
  SessionResult moved, stayed;
  moved.undisturbed_share = 1, stayed.undisturbed_share = 0.5;
  moved.rounds = {{.core_line_ns = 28}, {.core_line_ns = 220}};
  stayed.rounds = {{.core_line_ns = 220}, {.core_line_ns = 220}};
  SessionResult kept = moved;
  keep_better(kept, stayed);
  CHECK(kept.undisturbed_share == 0.5);
  keep_better(kept, moved);
  CHECK(kept.undisturbed_share == 0.5);
}

TEST_CASE("Of a group that came again the less disturbed result stays, and the time of both") {
  const auto result = [](double undisturbed_share, std::int64_t begin_ns, bool interrupted = false) {
    SessionResult result;
    result.undisturbed_share = undisturbed_share;
    result.begin_ns = begin_ns;
    result.brick_seconds = 1;
    result.model_seconds = 2;
    result.interrupted = interrupted;
    return result;
  };
  const auto kept_of = [](SessionResult kept, SessionResult again) {
    keep_better(kept, std::move(again));
    CHECK(kept.brick_seconds == 2);
    CHECK(kept.model_seconds == 4);
    return kept;
  };
  CHECK(kept_of(result(0.1, 1), result(0.15, 2)).begin_ns == 2);
  CHECK(kept_of(result(0.15, 1), result(0.1, 2)).begin_ns == 1);
  CHECK(kept_of(result(0.1, 1), result(0.1, 2)).begin_ns == 1);
  CHECK(kept_of(result(0.1, 1), result(0, 2, true)).interrupted);
}

TEST_CASE("A brick that several groups measured is fresh once, and its rounds stand behind each other") {
  SessionResult all = result_of_brick({10, 20}), group = result_of_brick({30, 40});
  all.fresh = group.fresh = {{0, 0}};
  all.rounds.resize(3);
  all.reference_ns = Summary{};
  append(all, std::move(group));
  CHECK(all.ids.size() == 2);
  CHECK(all.fresh.size() == 1);
  CHECK(all.bricks[0].samples[0].round == 0);
  CHECK(all.bricks[1].samples[0].round == 3);
  CHECK(all.reference_ns);  // nothing ran in the second group
}

TEST_CASE("What a store knew of a brick counts once, whichever groups need it") {
  SessionResult all = result_of_brick({10, 20});
  append(all, result_of_brick({10, 20}));
  CHECK(all.ids.size() == 1);
  append(all, result_of_brick({10, 20, 30}));  // the store's, and one sample more
  REQUIRE(all.ids.size() == 2);
  REQUIRE(all.bricks[1].samples.size() == 1);
  CHECK(all.bricks[1].samples[0].ns == 30);
  CHECK(all.bricks[1].summary.trimmed_mean == 30);
  SessionResult other = result_of_brick({10, 20});
  other.bricks[0].swept_bytes = 7;
  append(all, std::move(other));
  CHECK(all.ids.size() == 3);
}

TEST_CASE("A model that does not fit by itself is refused") {
  CHECK_THROWS_WITH_AS(
      plan_groups(book_of({recipe("big", {0})}), std::vector<std::size_t>{2'000'000}, 1'000'000),
      "model big and its bricks need 2.0 MB, --memory allows 1.0 MB", Error);
}
