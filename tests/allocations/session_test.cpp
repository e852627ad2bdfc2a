// What runs does not allocate: a layer's time would be the allocator's.
#include "engine/run/session.hpp"

#include "bench/zoo/zoo.hpp"
#include "tests/allocations/allocations.hpp"
#include "tests/support/kernel_test.hpp"

#include <memory>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Of one execution, after those in which threads and their team are made.
std::size_t allocations_of_a_run(const zoo::Entry& entry, Execution execution) {
  const Plan plan = make_plan(zoo::build(entry, entry.small), {.execution = execution});
  Session session(plan, pack_weights(plan, *synthetic_weights(1)), 2);
  for (int i = 0; i < 2; ++i) session.run();
  const std::size_t before = test::allocations();
  session.run();
  return test::allocations() - before;
}

}  // namespace

TEST_CASE("Allocations are seen, by whichever way they are made") {
  if (!test::allocations_are_counted()) return;
  std::size_t before = test::allocations();
  const auto made = std::make_unique<std::vector<char>>(1000);
  CHECK(test::allocations() >= before + 2);
  before = test::allocations();
  void* const aligned = std::aligned_alloc(64, 640);
  CHECK(aligned != nullptr);
  std::free(aligned);
  CHECK(test::allocations() > before);
}

TEST_CASE("No model of the zoo allocates while it runs") {
  if (!test::allocations_are_counted()) return;
  for (const zoo::Entry& entry : test::some_of(zoo::entries()))
    for (const Execution execution : {Execution::layerwise, Execution::fused}) {
      CAPTURE(entry.file);
      CAPTURE(execution_name(execution));
      CHECK(allocations_of_a_run(entry, execution) == 0);
    }
}
