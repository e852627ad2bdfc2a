#include "decompose/extract/context.hpp"

#include "engine/error.hpp"

#include <algorithm>

namespace bricks {
namespace {

bool is_view(const UnitGraph& model, const Layer& layer) {
  if (layer.inputs.empty() || layer.inputs[0] == no_tensor) return false;
  const Layout layout = model.layout(layer.inputs[0]);
  return layer.op->is_view(input_types(*model.graph, layer), layout) &&
         layout == model.layout(layer.outputs[0]);
}

std::uint64_t bytes(const Tensor& tensor) { return tensor_bytes(tensor, Layout::plain, 1); }

std::uint64_t weight_bytes(const Graph& graph) {
  std::uint64_t total = 0;
  for (const Tensor& tensor : graph.tensors)
    if (tensor.weight && !tensor.consumers.empty()) total += bytes(tensor);
  return total;
}

std::vector<Layout> parse_layouts(std::string_view text, std::vector<bool>* overwritten) {
  std::vector<Layout> layouts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view name = text.substr(0, comma);
    const bool marked = overwritten != nullptr && name.ends_with('!');
    if (marked) name.remove_suffix(1);
    layouts.push_back(layout_from_name(name));
    if (overwritten != nullptr) overwritten->push_back(marked);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return layouts;
}

}  // namespace

std::string variant_text(const PlanContext& variant) {
  std::string text;
  for (std::size_t i = 0; i < variant.input_layouts.size(); ++i)
    text.append(i == 0 ? "" : ",")
        .append(layout_name(variant.input_layouts[i]))
        .append(variant.input_may_be_overwritten[i] ? "!" : "");
  text += "->";
  for (std::size_t i = 0; i < variant.output_layouts.size(); ++i)
    text.append(i == 0 ? "" : ",").append(layout_name(variant.output_layouts[i]));
  return text;
}

PlanContext parse_variant(std::string_view text) {
  return within("variant '" + std::string(text.substr(0, 60)) + "'", [&] {
    const std::size_t arrow = text.find("->");
    if (arrow == std::string_view::npos) throw Error("no '->' between inputs and outputs");
    PlanContext variant;
    variant.input_layouts = parse_layouts(text.substr(0, arrow), &variant.input_may_be_overwritten);
    variant.output_layouts = parse_layouts(text.substr(arrow + 2), nullptr);
    if (variant_text(variant) != text) throw Error("not in the form that it is written in");
    return variant;
  });
}

ContextReader::ContextReader(const UnitGraph& model)
    : model_(model),
      root_(model.graph->tensors.size()),
      last_use_(model.graph->tensors.size()),
      kept_(model.graph->tensors.size()) {
  const Graph& graph = *model.graph;
  for (std::size_t i = 0; i < root_.size(); ++i) root_[i] = static_cast<TensorId>(i);
  for (const Layer& layer : graph.layers)
    if (is_view(model, layer)) root_[static_cast<std::size_t>(layer.outputs[0])] = root(layer.inputs[0]);
  for (std::size_t unit = 0; unit < model.units.size(); ++unit)
    for_each_unit_input(model, unit, [&](TensorId id) {
      last_use_[static_cast<std::size_t>(root(id))] = static_cast<std::uint32_t>(unit);
    });
  for (TensorId id : graph.inputs) kept_[static_cast<std::size_t>(root(id))] = true;
  for (TensorId id : graph.outputs) kept_[static_cast<std::size_t>(root(id))] = true;
  footprint_ = {.weight_bytes = weight_bytes(graph), .activation_bytes = most_alive()};
}

// Inputs and outputs of the model live throughout; a value that stays inside a unit has no memory.
std::uint64_t ContextReader::most_alive() const {
  const Graph& graph = *model_.graph;
  std::vector<std::int64_t> change(model_.units.size() + 1);
  std::int64_t always = 0;
  for (std::size_t i = 0; i < root_.size(); ++i) {
    const auto id = static_cast<TensorId>(i);
    if (graph.tensor(id).weight || root(id) != id) continue;
    const auto size = static_cast<std::int64_t>(bytes(graph.tensor(id)));
    const std::int64_t first = model_.producer(id);
    if (kept_[i]) {
      always += size;
    } else if (first >= 0 && last_use_[i] > first) {
      change[static_cast<std::size_t>(first)] += size;
      change[last_use_[i] + 1] -= size;
    }
  }
  std::int64_t alive = always, most = always;
  for (std::int64_t step : change) most = std::max(most, alive += step);
  return static_cast<std::uint64_t>(most);
}

PlanContext ContextReader::variant(Sequence sequence, const Wiring& wiring) const {
  PlanContext variant;
  for (TensorId id : wiring.inputs) {
    variant.input_layouts.push_back(model_.layout(id));
    variant.input_may_be_overwritten.push_back(may_be_overwritten(id, sequence));
  }
  for (TensorId id : wiring.outputs) variant.output_layouts.push_back(model_.layout(id));
  return variant;
}

// True only where it makes a difference, so that contexts which are the same to every plan are one variant.
bool ContextReader::may_be_overwritten(TensorId id, Sequence sequence) const {
  const auto memory = static_cast<std::size_t>(root(id));
  return !kept_[memory] && model_.graph->tensor(root(id)).producer != no_layer &&
         last_use_[memory] < sequence.first + sequence.count && some_unit_could_overwrite(id, sequence);
}

// The planner lets an output take an input's memory where both have the same type, shape and layout and the
// kernel works in place; no kernel of a convolution or matrix product does so with what it multiplies.
bool ContextReader::some_unit_could_overwrite(TensorId id, Sequence sequence) const {
  const Graph& graph = *model_.graph;
  for (std::uint32_t unit = sequence.first; unit < sequence.first + sequence.count; ++unit)
    for (LayerId layer_id : model_.units[unit].layers) {
      const Layer& layer = graph.layer(layer_id);
      for (TensorId input : layer.inputs) {
        if (input == no_tensor || root(input) != root(id)) continue;
        const TensorId output = layer.outputs[0];
        if (layer.outputs.size() == 1 && root(output) != root(id) &&
            model_.layout(input) == model_.layout(output) &&
            graph.tensor(input).shape == graph.tensor(output).shape &&
            graph.tensor(input).type == graph.tensor(output).type && layer_macs(graph, layer) == 0)
          return true;
      }
    }
  return false;
}

}  // namespace bricks
