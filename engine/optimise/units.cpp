#include "engine/optimise/units.hpp"

#include "engine/error.hpp"
#include "engine/optimise/chains.hpp"
#include "engine/plan/unit_kernel.hpp"

#include <algorithm>

namespace bricks {
namespace {

// Which constants are read where they are packed, and by whom.
class StoredInputs {
 public:
  StoredInputs(const Graph& graph, std::span<const Layout> layouts) : graph_(graph), layouts_(layouts) {}

  // The layer that alone reads a constant and needs no place for it; no_layer for any other.
  LayerId reader(const Layer& layer) const {
    if (!layer.op->is_stored()) return no_layer;
    const TensorId value = layer.outputs[0];
    const LayerId reader = only_consumer(graph_, value);
    return reader != no_layer && layout(value) == Layout::plain && reads_in_place(graph_.layer(reader))
               ? reader
               : no_layer;
  }

  // The constants that a layer reads so, in graph order.
  std::vector<LayerId> of(LayerId reader_id) const {
    std::vector<LayerId> stored;
    for (TensorId id : graph_.layer(reader_id).inputs) {
      const LayerId producer = id == no_tensor ? no_layer : graph_.tensor(id).producer;
      if (producer != no_layer && reader(graph_.layer(producer)) == reader_id) stored.push_back(producer);
    }
    std::ranges::sort(stored);
    return stored;
  }

 private:
  Layout layout(TensorId id) const { return layouts_[static_cast<std::size_t>(id)]; }

  // A view, or what a Concat takes, has to have a place among the activations.
  bool reads_in_place(const Layer& layer) const {
    return layer.inputs.size() <= most_bound_tensors && !is_view(graph_, layer, layouts_) &&
           layer.op->memory_runs(input_types(graph_, layer), layout(layer.outputs[0])).empty();
  }

  const Graph& graph_;
  std::span<const Layout> layouts_;
};

class Fusion {
 public:
  Fusion(const Graph& graph, std::span<const Layout> layouts)
      : graph_(graph),
        layouts_(layouts),
        stored_(graph, layouts),
        unit_of_(graph.layers.size(), none),
        root_(graph.tensors.size()) {
    for (std::size_t i = 0; i < root_.size(); ++i) root_[i] = static_cast<TensorId>(i);
    for (const Layer& layer : graph_.layers)
      if (is_view(layer)) root(layer.outputs[0]) = root(layer.inputs[0]);
  }

  std::vector<Unit> run() {
    for (LayerId id = 0; id < static_cast<LayerId>(graph_.layers.size()); ++id) {
      if (merged(id) || stored_.reader(graph_.layer(id)) != no_layer) continue;
      if (!join_as_view(id)) start_unit(id);
    }
    join_chains(graph_, unit_of_, groups_);
    std::vector<std::pair<LayerId, Unit>> placed;
    for (FusionGroup& group : groups_)
      if (!group.unit.layers.empty()) placed.emplace_back(place(group.unit), std::move(group.unit));
    std::stable_sort(placed.begin(), placed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Unit> ordered;
    for (auto& [at, unit] : placed) ordered.push_back(std::move(unit));
    return ordered;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t& unit_of(LayerId id) { return unit_of_[static_cast<std::size_t>(id)]; }
  TensorId& root(TensorId id) { return root_[static_cast<std::size_t>(id)]; }
  Layout layout(TensorId id) const { return layouts_[static_cast<std::size_t>(id)]; }
  bool merged(LayerId id) { return unit_of(id) != none; }

  bool is_view(const Layer& layer) const { return bricks::is_view(graph_, layer, layouts_); }

  LayerId place(const Unit& unit) const {
    LayerId last = unit.first();
    for (LayerId id : unit.layers)
      if (!is_view(graph_.layer(id))) last = id;
    return last;
  }

  void join(LayerId id, std::size_t unit) {
    unit_of(id) = unit;
    groups_[unit].unit.layers.push_back(id);
  }

  void join_with_stored(LayerId id, std::size_t unit) {
    std::vector<LayerId>& layers = groups_[unit].unit.layers;
    const std::vector<LayerId> stored = stored_.of(id);
    for (LayerId value : stored) unit_of(value) = unit;
    layers.insert(layers.begin(), stored.begin(), stored.end());
    groups_[unit].unit.stages[0] += stored.size();
    join(id, unit);
  }

  // A view of a computed value belongs to the unit that computes it; a view of a graph input has none to go
  // to.
  bool join_as_view(LayerId id) {
    const Layer& layer = graph_.layer(id);
    if (!is_view(layer)) return false;
    const LayerId producer = graph_.tensor(layer.inputs[0]).producer;
    if (producer == no_layer) return false;
    join(id, unit_of(producer));
    return true;
  }

  void start_unit(LayerId id) {
    const std::size_t unit = groups_.size();
    groups_.emplace_back();
    join_with_stored(id, unit);
    const Layer& first = graph_.layer(id);
    if (first.outputs.size() != 1 || is_view(first)) return;
    Fusable allowed = first.op->fusable();
    Epilogue epilogue;
    TensorId tail = first.outputs[0];
    for (LayerId next = only_consumer(graph_, tail);
         next != no_layer && extends(id, next, tail, allowed, epilogue); next = only_consumer(graph_, tail)) {
      join_with_stored(next, unit);
      tail = graph_.layer(next).outputs[0];
      if (epilogue.factor) allowed.residual = allowed.activation = true;
    }
    groups_[unit].tail = tail;
    groups_[unit].adds_residual = epilogue.residual;
  }

  bool extends(LayerId first, LayerId next, TensorId tail, const Fusable& allowed, Epilogue& epilogue) {
    const Layer& layer = graph_.layer(next);
    if (layer.outputs.size() != 1 || graph_.tensor(layer.outputs[0]).shape != graph_.tensor(tail).shape)
      return false;
    if (is_view(layer)) return true;
    Epilogue with = epilogue;
    if (!layer.op->merge_into(with, input_types(graph_, layer))) return false;
    const bool reads_another = (with.factor && !epilogue.factor) || (with.residual && !epilogue.residual);
    if ((with.factor && !allowed.factor) || (with.affine_epsilon && !allowed.affine) ||
        (with.residual && !allowed.residual) ||
        (with.activation.kind != kernels::ActivationKind::identity && !allowed.activation))
      return false;
    if (reads_another && !other_is_ready(first, layer, tail)) return false;
    epilogue = with;
    return true;
  }

  // The other summand or factor has to be there before the unit's first layer: then no work moves, and the
  // later of two convolutions that feed a sum takes it, in a model and in a brick alike.
  bool other_is_ready(LayerId first, const Layer& binary, TensorId tail) {
    const TensorId other = binary.inputs[binary.inputs[0] == tail ? 1 : 0];
    if (other == tail || graph_.tensor(other).weight || layout(other) != layout(tail)) return false;
    const LayerId producer = graph_.tensor(root(other)).producer;
    if (producer != no_layer && stored_.reader(graph_.layer(producer)) != no_layer) return true;
    return producer < first && (producer == no_layer || merged(producer));
  }

  const Graph& graph_;
  std::span<const Layout> layouts_;
  StoredInputs stored_;
  std::vector<std::size_t> unit_of_;
  std::vector<TensorId> root_;  // the tensor whose memory a view shows
  std::vector<FusionGroup> groups_;
};

}  // namespace

std::string_view execution_name(Execution execution) {
  return execution == Execution::layerwise ? "layerwise" : "fused";
}

Execution execution_from_name(std::string_view name) {
  if (name == "layerwise") return Execution::layerwise;
  if (name == "fused") return Execution::fused;
  throw Error("execution '" + std::string(name) + "', expected layerwise or fused");
}

bool is_view(const Graph& graph, const Layer& layer, std::span<const Layout> layouts) {
  const TensorId from = layer.inputs.empty() ? no_tensor : layer.inputs[0];
  if (from == no_tensor || graph.tensor(from).weight) return false;
  const Layout layout = layouts[static_cast<std::size_t>(from)];
  return layer.op->is_view(input_types(graph, layer), layout) &&
         layout == layouts[static_cast<std::size_t>(layer.outputs[0])];
}

std::vector<Unit> make_units(const Graph& graph, Execution execution, std::span<const Layout> layouts) {
  if (execution == Execution::fused) return Fusion(graph, layouts).run();
  const StoredInputs stored(graph, layouts);
  std::vector<Unit> units;
  for (LayerId id = 0; id < static_cast<LayerId>(graph.layers.size()); ++id) {
    if (stored.reader(graph.layer(id)) != no_layer) continue;
    std::vector<LayerId> layers = stored.of(id);
    const std::size_t first = layers.size();
    layers.push_back(id);
    units.push_back({std::move(layers), {first}});
  }
  return units;
}

}  // namespace bricks
