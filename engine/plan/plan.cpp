#include "engine/plan/plan.hpp"

#include "engine/error.hpp"
#include "engine/plan/arena.hpp"
#include "engine/plan/memory_planner.hpp"
#include "engine/plan/prepare_unit.hpp"
#include "engine/tuning/tuning.hpp"

#include <algorithm>

namespace bricks {
namespace {

void check_count(const std::vector<bool>& entries, const char* what, const Graph& graph) {
  if (!entries.empty() && entries.size() != graph.inputs.size())
    throw Error(std::to_string(entries.size()) + " entries for graph inputs " + what + ", expected " +
                std::to_string(graph.inputs.size()));
}

void add_sizes(Plan& plan) {
  for (PlannedUnit& unit : plan.units) {
    if (!unit.kernel) continue;
    unit.packed_offset = plan.packed_bytes;
    plan.packed_bytes += aligned(unit.kernel->packed_bytes());
    plan.scratch_bytes = std::max(plan.scratch_bytes, aligned(unit.kernel->scratch_bytes()));
    plan.shared_bytes = std::max(plan.shared_bytes, aligned(unit.kernel->shared_bytes()));
  }
}

}  // namespace

Plan make_plan(const Graph& graph, const PlanOptions& options, const PlanContext& context) {
  check_count(context.input_may_be_overwritten, "that may be overwritten", graph);
  check_count(context.input_lies_elsewhere, "that lie elsewhere", graph);
  for (TensorId id : graph.outputs)
    if (graph.tensor(id).weight)
      throw Error("graph output '" + graph.tensor(id).name + "' is a weight, expected a computed tensor");
  if (options.tuning) expect_tuning_of(*options.tuning, options.isa, options.strict);
  Plan plan;
  plan.graph = graph;
  plan.options = options;
  plan.context = context;
  const std::vector<Layout> layouts = tensor_layouts(graph, context.input_layouts, context.output_layouts);
  for (const Unit& unit : make_units(graph, options.execution, layouts))
    plan.units.push_back(prepare_unit(graph, unit, layouts, options));
  plan_memory(plan, layouts);
  add_sizes(plan);
  return plan;
}

}  // namespace bricks
