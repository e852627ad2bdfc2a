// A model cut into units, with what decomposition asks of them again and again computed once.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/optimise/units.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bricks {

struct UnitGraph {
  const Graph* graph = nullptr;  // has to outlive this
  Execution execution = Execution::fused;
  std::vector<Layout> layouts;  // of every tensor
  std::vector<Unit> units;
  std::vector<std::uint32_t> unit_of;  // of every layer
  std::vector<bool> is_output;         // of every tensor: somebody outside the model wants it

  // The unit that computes a tensor, or -1 for a graph input or a weight.
  std::int64_t producer(TensorId id) const {
    const LayerId layer = graph->tensor(id).producer;
    return layer == no_layer ? -1 : static_cast<std::int64_t>(unit_of[static_cast<std::size_t>(layer)]);
  }
  Layout layout(TensorId id) const { return layouts[static_cast<std::size_t>(id)]; }
};

// The units of a whole model: its inputs and outputs are plain.
UnitGraph cut_into_units(const Graph& model, Execution execution);
UnitGraph cut_into_units(Graph&& model, Execution execution) = delete;  // the result would outlive it

// Every layer by itself, as the paper counts them and no engine runs them.
UnitGraph cut_into_layers(const Graph& model);
UnitGraph cut_into_layers(Graph&& model) = delete;

// Calls visit(id) for every data input of the unit that another unit or the model's caller provides, as often
// as layers of the unit take it.
template <class Visit>
void for_each_unit_input(const UnitGraph& model, std::size_t unit, Visit visit) {
  for (LayerId layer : model.units[unit].layers)
    for (TensorId id : model.graph->layer(layer).inputs)
      if (id != no_tensor && !model.graph->tensor(id).weight &&
          model.producer(id) != static_cast<std::int64_t>(unit))
        visit(id);
}

}  // namespace bricks
