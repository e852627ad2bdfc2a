#include "decompose/split/unit_graph.hpp"

namespace bricks {

UnitGraph cut_into_units(const Graph& model, Execution execution) {
  UnitGraph cut;
  cut.graph = &model;
  cut.execution = execution;
  cut.layouts = tensor_layouts(model);
  cut.units = make_units(model, execution, cut.layouts);
  cut.unit_of.resize(model.layers.size());
  for (std::size_t unit = 0; unit < cut.units.size(); ++unit)
    for (LayerId layer : cut.units[unit].layers)
      cut.unit_of[static_cast<std::size_t>(layer)] = static_cast<std::uint32_t>(unit);
  cut.is_output.resize(model.tensors.size());
  for (TensorId id : model.outputs) cut.is_output[static_cast<std::size_t>(id)] = true;
  return cut;
}

}  // namespace bricks
