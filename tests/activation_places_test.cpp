// Suites say where a model's activations lie (decompose/extract/activations.hpp) by rules that know no ISA;
// an engine plans its memory by what its kernels can do (engine/plan/memory_planner.hpp). With vectors of the
// suites' length both have to say the same.
#include "bench/zoo/zoo.hpp"
#include "decompose/extract/activations.hpp"
#include "engine/plan/plan.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

void compare_places(const Graph& graph, Execution execution) {
  const Plan plan = make_plan(graph, {.isa = Isa::avx512, .execution = execution});
  const UnitGraph model = cut_into_units(graph, execution);
  const MemoryParts parts(graph, model.layouts);
  const ValueUses uses(model, parts);
  for (const Activation& value : place_activations(model, parts, uses).values) {
    CAPTURE(graph.tensor(value.root).name);
    CHECK(plan.places[static_cast<std::size_t>(value.root)].offset == value.memory.offset);
  }
}

}  // namespace

TEST_CASE("Suites know where each model of the zoo keeps its activations") {
  if (!isa_supported(Isa::avx512)) return;
  for (const zoo::Entry& entry : test::some_of(zoo::entries())) {
    CAPTURE(entry.file);
    for (const Execution execution : {Execution::fused, Execution::layerwise})
      compare_places(zoo::build(entry), execution);
  }
}
