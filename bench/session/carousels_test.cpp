#include "bench/session/carousels.hpp"

#include "decompose/test_support/models.hpp"

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

BrickResult known_result(const std::string& text, std::uint64_t megabytes, int rounds) {
  BrickResult result{text, "->", megabytes << 20, {}, {}, 0};
  for (int i = 0; i < rounds; ++i) result.samples.push_back({i, 0, 0, 1});
  return result;
}

std::string untuned(BenchmarkId) { return ""; }

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

TEST_CASE("A pass finds its weights again as far as what it goes over fits, a turn less of them") {
  const auto lost = [](std::uint64_t swept_bytes, std::size_t beside_bytes) {
    return lost_weights_share(Carousel{false, swept_bytes, {}}, 1000, beside_bytes);
  };
  CHECK(lost(1000, 0) == 1);
  CHECK(lost(1000, 500) == 1);
  CHECK(lost(1500, 0) == 0);
  // 0.4172 = exp(-1.5 (1 - 0.4172)) and 0.2032 = exp(-2 (1 - 0.2032)).
  CHECK(lost(1500, 500) == doctest::Approx((0.4172 - 0.2032) / (1 - 0.2032)).epsilon(0.001));
  CHECK(lost(4000, 500) == doctest::Approx(0.0079).epsilon(0.01));
  CHECK(lost_weights_share(Carousel{true, 1, {}}, 1000, 500) == 0);
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

TEST_CASE(
    "What ran in rounds enough in a carousel of the same kind is known; the rest of it is kept in mind") {
  const Suite suite = suite_of({{footprint(5)}, {footprint(100)}, {footprint(200)}, {footprint(300)}});
  Suite named = suite;
  for (std::size_t i = 0; i < 4; ++i) named.bricks[i].text = std::string(1, static_cast<char>('A' + i));
  std::vector<Carousel> carousels = plan(named);
  REQUIRE(carousels.size() == 2);
  SystemResults results;
  results.add(known_result("A", 100, 9));  // of another kind of carousel
  results.add(known_result("B", 700, 5));
  results.add(known_result("C", 100, 4));
  const std::vector<Carousel> known = take_known(carousels, named, results, 5, cache, untuned);
  REQUIRE(carousels.size() == 2);
  CHECK(carousels[0].members.size() == 1);
  CHECK(carousels[0].members[0].before == nullptr);
  REQUIRE(carousels[1].members.size() == 2);
  REQUIRE(carousels[1].members[0].before != nullptr);
  CHECK(carousels[1].members[0].before->text == "C");
  CHECK(carousels[1].members[1].before == nullptr);
  REQUIRE(known.size() == 2);
  CHECK(known[0].members.empty());
  REQUIRE(known[1].members.size() == 1);
  CHECK(known[1].members[0].before->text == "B");
  CHECK(known[1].swept_bytes == 100 << 20);
}

TEST_CASE("What ran by other algorithms is not known") {
  Suite suite = suite_of({{footprint(100)}});
  suite.bricks[0].text = "A";
  SystemResults results;
  results.add(known_result("A", 100, 5));
  const auto known = [&](const std::string& tuned) {
    std::vector<Carousel> carousels = plan(suite);
    const auto of_table = [&](BenchmarkId) { return tuned; };
    return take_known(carousels, suite, results, 5, cache, of_table).front().members.size();
  };
  CHECK(known("") == 1);
  CHECK(known("0=direct") == 0);
  BrickResult direct = known_result("A", 100, 5);
  direct.tuned = "0=direct";
  results.add(direct);
  CHECK(known("") == 1);
  CHECK(known("0=direct") == 1);
  CHECK(known("0=winograd_f2") == 0);
}

TEST_CASE("A carousel of which everything is known is gone") {
  Suite suite = suite_of({{footprint(100)}});
  suite.bricks[0].text = "A";
  std::vector<Carousel> carousels = plan(suite);
  SystemResults results;
  results.add(known_result("A", 90, 5));
  CHECK(take_known(carousels, suite, results, 5, cache, untuned).size() == 1);
  CHECK(carousels.empty());
}

TEST_CASE("Within the cache overlapping sequences turn on carousels that each go over a pass") {
  // Of a model of 8 MB: windows of 8 MB, 4 MB, none (twice) and 1 MB (four times), twice its weights.
  Suite suite;
  for (const auto& [megabytes, copies] :
       {std::pair(8, 1), std::pair(4, 1), std::pair(0, 2), std::pair(1, 4)}) {
    test::ModelWriter brick("brick");
    const TensorId x = brick.input({1, 64});
    if (megabytes > 0)
      brick.linear(x, megabytes << 12, false);
    else
      brick.unary(x);
    suite.bricks.push_back({"", brick.finish(), {{{}, {footprint(8, static_cast<std::uint64_t>(copies))}}}});
  }
  CHECK(plan(suite).size() == 1);
  suite.options.overlap = true;
  const auto carousels = plan(suite);
  REQUIRE(carousels.size() == 2);
  const auto bricks_of = [](const Carousel& carousel) {
    std::vector<std::uint32_t> bricks;
    for (const CarouselMember& member : carousel.members) bricks.push_back(member.id.brick);
    return bricks;
  };
  CHECK(bricks_of(carousels[0]) == std::vector<std::uint32_t>{0, 2});
  CHECK(bricks_of(carousels[1]) == std::vector<std::uint32_t>{1, 3});
  for (const Carousel& carousel : carousels) CHECK(carousel.swept_bytes == 8 << 20);
  // What is measured without the rest of its carousel is filled up to that carousel alone.
  Carousel part = carousels[1];
  part.members.erase(part.members.begin());
  CHECK(bytes_to_fill(carousels, part, cache, [](BenchmarkId) { return std::uint64_t{1} << 20; }) == 1 << 20);

  // Beyond the cache each turns once whatever its length.
  for (Brick& brick : suite.bricks) brick.variants[0].footprints = {footprint(100)};
  CHECK(plan(suite).size() == 1);
}

TEST_CASE("A turn of a part is filled up to what a turn of the whole goes over") {
  // Within the cache: 3 bricks of 2 MB, one of them twice.
  std::uint64_t megabytes = 2;
  const auto fill = [&](const Suite& suite, const Carousel& part, std::size_t last_level) {
    return bytes_to_fill(plan(suite), part, last_level, [&](BenchmarkId) { return megabytes << 20; });
  };
  Suite suite = suite_of({{footprint(8)}, {footprint(8, 2)}, {footprint(8)}});
  std::vector<Carousel> carousels = plan(suite);
  REQUIRE(carousels.size() == 1);
  CHECK(fill(suite, carousels[0], cache) == 0);
  carousels[0].members.erase(carousels[0].members.begin() + 1);
  CHECK(fill(suite, carousels[0], cache) == 4 << 20);
  // Beyond it four caches are enough.
  megabytes = 50;
  suite = suite_of({{footprint(150)}, {footprint(150)}, {footprint(150)}});
  carousels = plan(suite);
  REQUIRE(carousels.size() == 1);
  carousels[0].members.resize(1);
  CHECK(fill(suite, carousels[0], cache) == 4 * cache - (50 << 20));
  CHECK(fill(suite, carousels[0], 20 << 20) == (80 - 50) << 20);
}
