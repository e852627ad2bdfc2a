// Suites derive who touches what of a convolution from a rule that knows no ISA
// (decompose/extract/spread.hpp); the kernels' own is kernels/conv/conv_split.cpp. The two have to say the
// same of nearly all of the zoo.
#include "bench/zoo/zoo.hpp"
#include "decompose/extract/spread.hpp"
#include "engine/plan/plan.hpp"
#include "kernels/conv/conv.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

struct Agreement {
  int same = 0, all = 0;
};

// Of convolutions that two workers share by rows alone or by channels alone.
void compare_rules(const Graph& graph, Agreement& found) {
  const Plan plan = make_plan(graph, {.isa = Isa::avx512});
  const UnitGraph model = cut_into_units(graph, Execution::fused);
  for (std::size_t unit = 0; unit < model.units.size(); ++unit) {
    const auto& kernel = plan.units[unit].kernel;
    const kernels::ConvProblem* problem = kernel ? kernel->convolution() : nullptr;
    if (problem == nullptr) continue;
    const auto split = kernels::conv_split(kernels::conv_geometry(*problem, Isa::avx512), 2);
    if (split.rows == split.tiles) continue;
    ++found.all;
    found.same += (split.rows == 2) == (written_spread(model, unit) == Spread::rows);
  }
}

}  // namespace

TEST_CASE("The suite's rule for who reads what is the kernels' for nearly all convolutions of the zoo") {
  if (!isa_supported(Isa::avx512)) return;
  Agreement found;
  for (const zoo::Entry& entry : zoo::entries()) compare_rules(zoo::build(entry), found);
  MESSAGE(found.same << " of " << found.all);
  CHECK(found.all > 1000);
  CHECK(100 * found.same >= 95 * found.all);
}
