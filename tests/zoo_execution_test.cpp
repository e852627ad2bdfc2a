// Every model of the zoo, small, on the engine: what it computes and what passes through it. At full size:
// tests/full_size.sh.
#include "bench/zoo/zoo.hpp"
#include "engine/optimise/units.hpp"
#include "tests/reference/model_check.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE(
    "every model agrees with the scalar reference, layerwise and fused, and its activations keep their "
    "size") {
  for (const zoo::Entry& entry : test::some_of(zoo::entries())) {
    const test::ModelCheck check = test::check_model(zoo::build(entry, entry.small), 2);
    INFO(entry.file << ": " << test::figures(check));
    CHECK(test::complaint(check) == "");
  }
}

// The small version's maps are too small for it.
TEST_CASE("blocks that run by rows as one unit agree with the scalar reference") {
  const Graph graph = zoo::build(zoo::find("mobilenet_v2"), {166, 4, 1});
  const std::vector<Unit> units = make_units(graph, Execution::fused, tensor_layouts(graph));
  CHECK(std::ranges::any_of(units, [](const Unit& unit) { return unit.stages.size() == 3; }));
  const test::ModelCheck check = test::check_model(graph, 3);
  INFO(test::figures(check));
  CHECK(test::complaint(check) == "");
}
