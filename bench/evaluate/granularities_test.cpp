#include "bench/evaluate/granularities.hpp"

#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"

#include <set>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

namespace {

const std::vector<std::int64_t> both = {1, 2};

}  // namespace

TEST_CASE("Suites of several granularities become one that holds every brick once") {
  const std::vector<Graph> models = {chain_model(3)};
  const Granularities cut = cut_at(models, Execution::layerwise, both);
  REQUIRE(cut.each.size() == 2);
  std::set<std::string> texts;
  for (const Brick& brick : cut.all.bricks) texts.insert(brick.text);
  CHECK(texts.size() == cut.all.bricks.size());
  // Two convolutions, one activation, pool, flatten and classifier; in pairs, two of convolution and
  // activation and one of pool and flatten, and the classifier that stands alone is the one from G = 1.
  CHECK(cut.each[0].suite.bricks.size() == 6);
  CHECK(cut.each[1].suite.bricks.size() == 4);
  CHECK(cut.all.bricks.size() == 9);
  for (const Granularity& granularity : cut.each)
    for (std::uint32_t brick = 0; brick < granularity.suite.bricks.size(); ++brick)
      for (std::uint32_t variant = 0; variant < granularity.suite.bricks[brick].variants.size(); ++variant) {
        const BenchmarkId place = granularity.place({brick, variant});
        CHECK(cut.all.bricks[place.brick].text == granularity.suite.bricks[brick].text);
        CHECK(variant_text(cut.all.bricks[place.brick].variants[place.variant].context) ==
              variant_text(granularity.suite.bricks[brick].variants[variant].context));
      }
}

TEST_CASE("Granularities that make no sense are refused") {
  const std::vector<Graph> models = {chain_model(1)};
  CHECK_THROWS_WITH_AS(cut_at(models, Execution::fused, std::vector<std::int64_t>{2, 2}),
                       "G=2 is given twice", Error);
  CHECK_THROWS_AS(cut_at(models, Execution::fused, {}), Error);
  CHECK_THROWS_AS(cut_at(models, Execution::fused, std::vector<std::int64_t>{0}), Error);
}
