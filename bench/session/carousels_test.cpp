#include "bench/session/carousels.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

constexpr std::size_t cache = 32 << 20;

// A suite of bricks with one variant each, of which nothing but the footprints counts.
Suite suite_of(std::vector<std::vector<Footprint>> footprints) {
  Suite suite;
  for (auto& each : footprints) suite.bricks.push_back({"", {}, {{{}, std::move(each)}}});
  return suite;
}

Footprint footprint(std::uint64_t megabytes, std::uint64_t copies = 1) {
  return {copies, megabytes << 20, 0};
}

std::vector<Carousel> plan(const Suite& suite) { return plan_carousels(suite, all_benchmarks(suite), cache); }

}  // namespace

TEST_CASE("All models beyond the cache share one carousel, in which a brick stands once") {
  const auto carousels = plan(suite_of({{footprint(100), footprint(500, 3)}, {footprint(240)}}));
  REQUIRE(carousels.size() == 1);
  CHECK(carousels[0].beyond_cache);
  CHECK(carousels[0].swept_bytes == 100 << 20);
  REQUIRE(carousels[0].members.size() == 2);
  CHECK(carousels[0].members[0].weight_copies == 3);
}

TEST_CASE("Models that fit the cache turn apart, unless they are nearly of one size") {
  const auto carousels = plan(suite_of({{footprint(5), footprint(28), footprint(100)}, {footprint(29)}}));
  REQUIRE(carousels.size() == 3);
  CHECK(carousels[0].swept_bytes == 5 << 20);
  CHECK(carousels[0].members.size() == 1);
  CHECK_FALSE(carousels[1].beyond_cache);
  CHECK(carousels[1].members.size() == 2);
  CHECK(carousels[2].beyond_cache);
}

TEST_CASE("A brick of which no footprint is known is measured beyond the cache") {
  const auto carousels = plan(suite_of({{}}));
  REQUIRE(carousels.size() == 1);
  CHECK(carousels[0].beyond_cache);
}

TEST_CASE("Copies are as many as in the model, or enough to outlast the cache") {
  const Carousel within_cache{false, 0, {}}, beyond_cache{true, 0, {}};
  const CarouselMember member{{}, 6, 0};
  CHECK(runs_per_turn(within_cache, member) == 6);
  CHECK(runs_per_turn(beyond_cache, member) == 1);
  CHECK(copies_to_hold(within_cache, member, 8 << 20, cache) == 6);
  CHECK(copies_to_hold(beyond_cache, member, 64 << 20, cache) == 3);
  CHECK(copies_to_hold(beyond_cache, member, 1 << 20, cache) == 6);
  CHECK(copies_to_hold(beyond_cache, member, 500 << 20, cache) == 1);
}
