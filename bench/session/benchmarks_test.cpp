#include "bench/session/benchmarks.hpp"

#include "decompose/test_support/models.hpp"
#include "engine/plan/arena.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("A brick's output lies where its model puts it, or as near as the arena allows") {
  test::ModelWriter model("brick");
  model.conv(model.input({1, 16, 8, 8}), 16, 3);
  const Plan plan = make_plan(model.finish(), {});
  const std::size_t own = plan.places[static_cast<std::size_t>(plan.graph.outputs[0])].offset;
  const std::size_t arena = plan.arena_bytes + 1000 * memory_alignment;
  const auto place_of = [&](std::uint64_t place) { return own + offset_for_output(plan, place, arena); };
  CHECK(place_of(own + 100 * memory_alignment) == own + 100 * memory_alignment);
  CHECK(place_of(own + 100 * memory_alignment + 4) == own + 100 * memory_alignment);  // aligned all the same
  CHECK(place_of(0) == own);
  CHECK(place_of(own + 1000 * memory_alignment) == own + 1000 * memory_alignment);
  CHECK(place_of(std::uint64_t{1} << 60) == own + 1000 * memory_alignment);
  CHECK(offset_for_output(plan, 1 << 20, plan.arena_bytes) == 0);
}
