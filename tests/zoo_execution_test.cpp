// Every model of the zoo, small, on the engine: what it computes and what passes through it. At full size:
// tests/full_size.sh.
#include "bench/zoo/zoo.hpp"
#include "tests/reference/model_check.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE(
    "every model agrees with the scalar reference, layerwise and fused, and its activations keep their "
    "size") {
  for (const zoo::Entry& entry : zoo::entries()) {
    const test::ModelCheck check = test::check_model(zoo::build(entry, entry.small), 2);
    INFO(entry.file << ": " << test::figures(check));
    CHECK(test::complaint(check) == "");
  }
}
