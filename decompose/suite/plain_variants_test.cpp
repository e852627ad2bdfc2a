#include "decompose/suite/plain_variants.hpp"

#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

std::uint64_t copies(const Suite& suite) {
  std::uint64_t sum = 0;
  for (const Brick& brick : suite.bricks)
    for (const BrickVariant& variant : brick.variants)
      for (const Footprint& footprint : variant.footprints) sum += footprint.weight_copies;
  return sum;
}

}  // namespace

TEST_CASE("For another engine every brick has one variant, and no weight copy is lost") {
  Decomposer decomposer({.execution = Execution::layerwise, .granularity = 1});
  test::ModelWriter model("model");  // its second layer may overwrite its input, its first may not
  model.unary(model.unary(model.input({1, 8})));
  decomposer.add("model", model.builder.finish());
  const Suite suite = decomposer.finish();
  REQUIRE(benchmarks(suite) > suite.bricks.size());
  const Suite plain = with_plain_variants(suite);
  CHECK(plain.bricks.size() == suite.bricks.size());
  CHECK(benchmarks(plain) == plain.bricks.size());
  CHECK(copies(plain) == copies(suite));
  for (const Brick& brick : plain.bricks) {
    CHECK(variant_text(brick.variants[0].context) == "plain->plain");
    CHECK(brick.variants[0].footprints.size() == 1);
  }
  for (const RecipeStep& step : plain.recipes[0].steps) CHECK(step.variant == 0);
}
