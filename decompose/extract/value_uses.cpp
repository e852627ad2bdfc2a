#include "decompose/extract/value_uses.hpp"

#include <algorithm>

namespace bricks {

ValueUses::ValueUses(const UnitGraph& model, const MemoryParts& parts)
    : model_(model),
      parts_(parts),
      last_use_(model.graph->tensors.size()),
      kept_(last_use_.size()),
      last_use_of_family_(last_use_.size()),
      kept_family_(last_use_.size()) {
  const Graph& graph = *model.graph;
  for (std::size_t unit = 0; unit < model.units.size(); ++unit)
    for_each_unit_input(model, unit, [&](TensorId id) {
      last_use_[index(parts_.root(id))] = static_cast<std::uint32_t>(unit);
    });
  for (const auto* kept : {&graph.inputs, &graph.outputs})
    for (const TensorId id : *kept) {
      kept_[index(parts_.root(id))] = true;
      kept_family_[index(parts_.family(id))] = true;
    }
  for (std::size_t i = 0; i < last_use_.size(); ++i) {
    std::uint32_t& last = last_use_of_family_[index(parts_.family(static_cast<TensorId>(i)))];
    last = std::max(last, last_use_[i]);
  }
}

bool ValueUses::could_overwrite(std::size_t unit, TensorId id) const {
  const TensorId family = parts_.family(id);
  int sharing = 0;
  for_each_unit_input(model_, unit, [&](TensorId input) { sharing += parts_.family(input) == family; });
  if (sharing != 1) return false;
  const Graph& graph = *model_.graph;
  for (const LayerId layer_id : model_.units[unit].layers) {
    const Layer& layer = graph.layer(layer_id);
    for (const TensorId input : layer.inputs) {
      if (input == no_tensor || parts_.family(input) != family) continue;
      const TensorId output = layer.outputs[0];
      if (layer.outputs.size() == 1 && parts_.root(output) != parts_.root(input) &&
          model_.layout(input) == model_.layout(output) &&
          graph.tensor(input).shape == graph.tensor(output).shape &&
          graph.tensor(input).type == graph.tensor(output).type && layer.op->works_in_place())
        return true;
    }
  }
  return false;
}

}  // namespace bricks
