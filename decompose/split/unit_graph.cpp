#include "decompose/split/unit_graph.hpp"

namespace bricks {

namespace {

UnitGraph finish(UnitGraph cut) {
  const Graph& model = *cut.graph;
  cut.unit_of.resize(model.layers.size());
  for (std::size_t unit = 0; unit < cut.units.size(); ++unit)
    for (LayerId layer : cut.units[unit].layers)
      cut.unit_of[static_cast<std::size_t>(layer)] = static_cast<std::uint32_t>(unit);
  cut.is_output.resize(model.tensors.size());
  for (TensorId id : model.outputs) cut.is_output[static_cast<std::size_t>(id)] = true;
  return cut;
}

}  // namespace

UnitGraph cut_into_units(const Graph& model, Execution execution) {
  std::vector<Layout> layouts = tensor_layouts(model);
  std::vector<Unit> units = make_units(model, execution, layouts);
  return finish({&model, execution, std::move(layouts), std::move(units), {}, {}});
}

UnitGraph cut_into_layers(const Graph& model) {
  std::vector<Unit> units;
  for (LayerId id = 0; id < static_cast<LayerId>(model.layers.size()); ++id) units.push_back({{id}});
  return finish({&model, Execution::layerwise, tensor_layouts(model), std::move(units), {}, {}});
}

}  // namespace bricks
