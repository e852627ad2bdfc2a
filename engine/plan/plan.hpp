// The plan of a graph: its units in running order, each with its kernel; the layout and place of every
// tensor; sizes of all memory. A plan holds no weights and no buffers: see engine/run.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/optimise/units.hpp"
#include "engine/plan/unit_kernel.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace bricks {

struct PlanOptions {
  Isa isa = best_isa();
  Execution execution = Execution::fused;
  bool strict = false;  // no algorithm that rounds worse than direct summation
  // Places are taken again only where the values that units pass on put the old one's last use first: units
  // may then run at once, in every order that the graph allows.
  bool branches = false;
  // Which algorithms run convolutions, of this ISA and strictness (engine/tuning); null: the cost model says.
  std::shared_ptr<const Tuning> tuning = nullptr;
};

// What a graph's surroundings decide about the way it runs. A whole model has plain inputs and outputs; a
// brick has what its tensors are in its model.
struct PlanContext {
  std::vector<Layout> input_layouts;           // one a graph input; empty: all plain
  std::vector<Layout> output_layouts;          // one a graph output; empty: all plain
  std::vector<bool> input_may_be_overwritten;  // one a graph input; empty: none may
  // One a graph input, true where it lies in memory of its own whatever Concat takes it; empty: none.
  std::vector<bool> input_lies_elsewhere;
};

// Where a tensor lies in the arena. A view has its source's offset; parts lie in their whole where the ISA's
// lanes allow it (engine/optimise/memory_parts.hpp). Weights and values that stay inside a unit have no
// place: bytes is 0.
struct TensorPlace {
  Layout layout = Layout::plain;
  std::size_t offset = 0;
  std::size_t bytes = 0;
};

struct PlannedUnit {
  Unit unit;
  std::shared_ptr<const UnitKernel> kernel;  // none for a unit without work: a view, parts in their places
  std::vector<TensorId> inputs;              // data inputs, in the order of the kernel's Bindings
  std::vector<TensorId> outputs;             // the kernel's outputs
  std::vector<TensorId> weights;             // in the order of UnitKernel::pack; no_tensor for one left out
  std::size_t packed_offset = 0;             // of its packed weights in the model's
};

struct Plan {
  Graph graph;
  PlanOptions options;
  PlanContext context;
  std::vector<PlannedUnit> units;
  std::vector<TensorPlace> places;  // one a tensor
  std::size_t arena_bytes = 0;
  std::size_t packed_bytes = 0;   // all units' packed weights, in running order, each 64-byte aligned
  std::size_t scratch_bytes = 0;  // for each thread: the largest of any unit
  std::size_t shared_bytes = 0;   // the largest of any unit
  std::size_t live_bytes = 0;     // the largest set of tensors alive together: no arena can be smaller
};

// Throws Error when the graph has something that the engine cannot run, and for a tuning table of another ISA
// or strictness.
Plan make_plan(const Graph& graph, const PlanOptions& options, const PlanContext& context = {});

}  // namespace bricks
