#include "bench/validate/borrow.hpp"

#include "bench/validate/bit_for_bit.hpp"
#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Two convolutions of one brick; the second one has a bias or not.
Graph two_convolutions(bool with_bias) {
  test::ModelWriter model("two");
  auto value = model.conv(model.input({1, 16, 20, 20}), 16, 3);
  model.conv(value, 16, 3, with_bias);
  return model.builder.finish();
}

BrickCheck check(const Graph& model, Execution execution, std::int64_t G) {
  Decomposer decomposer({execution, G, false});
  decomposer.add(model.name, model);
  const Suite suite = decomposer.finish();
  return check_bricks(model, suite, suite.recipes[0], {best_isa(), execution, 2, 1}, *synthetic_weights(1));
}

}  // namespace

TEST_CASE("Bricks run on their model's packed weights, and return its tensors") {
  for (const std::int64_t G : {1, 2}) {
    const BrickCheck found = check(two_convolutions(true), Execution::fused, G);
    CHECK(found.different == 0);
    CHECK(found.sequences == static_cast<std::size_t>(2 / G));
    CHECK(found.borrowing == found.sequences);
  }
}

TEST_CASE("A brick with a bias that its occurrence lacks packs weights of its own") {
  const BrickCheck found = check(two_convolutions(false), Execution::fused, 1);
  CHECK(found.different == 0);
  CHECK(found.sequences == 2);
  CHECK(found.borrowing == 1);
}

TEST_CASE("Units of different kinds or numbers do not pack alike") {
  test::ModelWriter model("kinds");
  model.unary(model.max_pool(model.conv(model.conv(model.input({1, 16, 20, 20}), 16, 3), 16, 1)));
  const Plan plan = make_plan(model.builder.finish(), {.execution = Execution::layerwise});
  REQUIRE(plan.units.size() == 4);
  const std::span<const PlannedUnit> units(plan.units);
  CHECK(packs_alike(units, units));
  CHECK_FALSE(packs_alike(units.first(1), units.first(2)));
  CHECK_FALSE(packs_alike(units.first(1), units.subspan(1, 1)));
  CHECK_FALSE(packs_alike(units.first(1), units.subspan(2, 1)));
}
