#include "bench/evaluate/session_plan.hpp"

#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

constexpr std::size_t cache_bytes = 32 << 20, mega = 1'000'000;

Footprint swept(std::uint64_t megabytes, std::uint64_t copies = 1) { return {copies, megabytes << 20, 0}; }

// Bricks with one variant each; places[i] is where brick i stands in the union.
Granularity granularity(std::int64_t G, const std::vector<Footprint>& footprints,
                        const std::vector<std::uint32_t>& places,
                        const std::vector<std::vector<std::uint32_t>>& models) {
  Granularity made{G, {}, {}, {}};
  for (const Footprint& each : footprints) made.suite.bricks.push_back({"", {}, {{{}, {each}}}});
  for (const std::uint32_t place : places) made.places.push_back({{place, 0}});
  for (const auto& bricks : models) {
    Recipe recipe;
    recipe.footprint = footprints.front();
    recipe.model = "model" + std::to_string(made.book.recipes.size());
    for (const std::uint32_t brick : bricks) recipe.steps.push_back({brick, 0, {}});
    made.book.recipes.push_back(recipe);
  }
  return made;
}

// One model beyond the cache: bricks 0 and 1 at G=1, at G=2 brick 2 and once more brick 1.
Granularities large_model() {
  Granularities cut;
  cut.each.push_back(granularity(1, {swept(100), swept(100)}, {0, 1}, {{0, 1, 0}}));
  cut.each.push_back(granularity(2, {swept(100), swept(100)}, {2, 1}, {{0, 1}}));
  cut.all.bricks.resize(3);
  return cut;
}

// The same within the cache.
Granularities model_within_cache() {
  Granularities cut;
  cut.each.push_back(granularity(1, {swept(10, 2), swept(10)}, {0, 1}, {{0, 1, 0}}));
  cut.each.push_back(granularity(2, {swept(10), swept(10)}, {2, 1}, {{0, 1}}));
  cut.each.push_back(granularity(3, {swept(10), swept(10)}, {2, 1}, {{0, 1}}));
  cut.all.bricks.resize(3);
  return cut;
}

EvaluationGroup whole(const Granularities& cut) {
  EvaluationGroup group{{0}, {}};
  for (const Granularity& each : cut.each) group.ids.push_back(all_benchmarks(each.suite));
  return group;
}

std::vector<std::uint32_t> bricks_of(const Carousel& carousel) {
  std::vector<std::uint32_t> bricks;
  for (const CarouselMember& member : carousel.members) bricks.push_back(member.id.brick);
  return bricks;
}

}  // namespace

TEST_CASE("Beyond the cache the bricks of all granularities turn together, each once") {
  const Granularities cut = large_model();
  const auto carousels = plan_carousels(cut, whole(cut), cache_bytes);
  REQUIRE(carousels.size() == 1);
  CHECK(carousels[0].beyond_cache);
  CHECK(bricks_of(carousels[0]) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("A small model's bricks turn apart for each granularity that is cut differently") {
  const Granularities cut = model_within_cache();
  const auto carousels = plan_carousels(cut, whole(cut), cache_bytes);
  REQUIRE(carousels.size() == 2);
  CHECK(bricks_of(carousels[0]) == std::vector<std::uint32_t>{0, 1});
  CHECK(carousels[0].members[0].weight_copies == 2);
  CHECK(bricks_of(carousels[1]) == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("Of a brick that several turns hold the first report counts") {
  SessionResult session;
  session.ids = {{0, 0}, {1, 0}, {1, 0}, {1, 0}, {2, 0}};
  session.bricks.resize(5);
  for (std::size_t i = 0; i < 5; ++i) {
    session.bricks[i].name = std::to_string(i);
    session.bricks[i].swept_bytes = i == 3 ? 20 : 10;
  }
  keep_first_reports(session);
  REQUIRE(session.bricks.size() == 4);
  CHECK(session.bricks[1].name == "1");
  CHECK(session.bricks[2].name == "3");  // at another footprint
  CHECK(session.bricks[3].name == "4");
  CHECK(session.ids[3] == BenchmarkId{2, 0});
}

TEST_CASE("Groups hold models with the bricks of all their granularities") {
  Granularities cut;
  cut.each.push_back(granularity(1, {swept(100), swept(100)}, {0, 1}, {{0, 1}, {1}}));
  cut.each.push_back(granularity(2, {swept(100), swept(100)}, {2, 1}, {{0}, {1}}));
  cut.all.bricks.resize(3);
  const EvaluationBytes bytes{{50 * mega, 40 * mega}, {{10 * mega}, {10 * mega}, {10 * mega}}};
  const auto together = plan_groups(cut, bytes, 130 * mega, cache_bytes);
  REQUIRE(together.size() == 1);
  CHECK(together[0].models == std::vector<std::size_t>{1, 0});
  const auto apart = plan_groups(cut, bytes, 100 * mega, cache_bytes);
  REQUIRE(apart.size() == 2);
  CHECK(plan_groups(cut, bytes, std::nullopt, cache_bytes).size() == 2);
  CHECK(apart[0].ids == std::vector<std::vector<BenchmarkId>>{{{1, 0}}, {{1, 0}}});
  CHECK(apart[1].ids == std::vector<std::vector<BenchmarkId>>{{{0, 0}, {1, 0}}, {{0, 0}}});
  cut.each.front().book.recipes[0].footprint = swept(101);  // apart whatever the memory
  CHECK(plan_groups(cut, bytes, 1000 * mega, cache_bytes).size() == 2);
  CHECK_THROWS_WITH_AS(
      plan_groups(cut, bytes, 49 * mega, cache_bytes),
      "model model1 and its bricks need 50.0 MB, --memory allows 49.0 MB; fewer granularities "
      "at once need less",
      Error);
}
