#include "engine/optimise/memory_parts.hpp"

#include "engine/optimise/units.hpp"

#include <numeric>

namespace bricks {
namespace {

// Those of its runs whose tensors have the layout that the layer works in, so that nothing is reordered.
std::vector<MemoryPart> parts_of(const Graph& graph, const Layer& layer, std::span<const Layout> layouts) {
  const auto layout = [&](TensorId id) { return layouts[static_cast<std::size_t>(id)]; };
  const std::vector<InputType> types = input_types(graph, layer);
  const Layout common = layout(layer.outputs[0]);
  const std::vector<MemoryRun> runs = layer.op->memory_runs(types, common);
  if (runs.empty()) return {};
  std::vector<Layout> actual;
  for (const TensorId id : layer.inputs) actual.push_back(id == no_tensor ? Layout::plain : layout(id));
  const LayoutChoice choice = layer.op->layouts(types, actual);
  std::vector<MemoryPart> parts;
  for (const MemoryRun& run : runs) {
    const TensorId in = layer.inputs[run.input], out = layer.outputs[run.output];
    if (layout(in) != common || layout(out) != common || choice.inputs[run.input] != common ||
        choice.outputs[run.output] != common)
      continue;
    const bool joins = run.of == MemoryRun::Of::output;
    parts.push_back({joins ? in : out, joins ? out : in, run.of, run.offset});
  }
  return parts;
}

}  // namespace

MemoryParts::MemoryParts(const Graph& graph, std::span<const Layout> layouts, const std::vector<bool>& apart)
    : root_(graph.tensors.size()), part_(graph.tensors.size()), parts_(graph.layers.size()) {
  std::iota(root_.begin(), root_.end(), TensorId{0});
  family_ = root_;
  for (std::size_t i = 0; i < apart.size(); ++i)
    if (apart[i]) part_[static_cast<std::size_t>(graph.inputs[i])] = true;
  for (LayerId id = 0; id < static_cast<LayerId>(graph.layers.size()); ++id) {
    const Layer& layer = graph.layer(id);
    if (is_view(graph, layer, layouts)) {
      root_[static_cast<std::size_t>(layer.outputs[0])] = root(layer.inputs[0]);
    } else {
      parts_[static_cast<std::size_t>(id)] = parts_of(graph, layer, layouts);
      add(id);
    }
  }
  for (TensorId& next : family_) next = find_family(next);
}

void MemoryParts::add(LayerId id) {
  for (MemoryPart& part : parts_[static_cast<std::size_t>(id)]) {
    const auto memory = static_cast<std::size_t>(root(part.part));
    part.lies_elsewhere = part_[memory];
    part_[memory] = true;
    if (!part.lies_elsewhere) next_of_family(find_family(root(part.part))) = find_family(root(part.whole));
  }
}

// Disjoint sets; every second step on the way is left out for later.
TensorId MemoryParts::find_family(TensorId root) {
  while (next_of_family(root) != root) root = next_of_family(root) = next_of_family(next_of_family(root));
  return root;
}

}  // namespace bricks
