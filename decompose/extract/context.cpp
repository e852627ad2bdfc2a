#include "decompose/extract/context.hpp"

#include "decompose/extract/sequence_memory.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <utility>

namespace bricks {
namespace {

std::uint64_t bytes(const Tensor& tensor) { return tensor_bytes(tensor, Layout::plain, 1); }

std::uint64_t weight_bytes(const Graph& graph) {
  std::uint64_t total = 0;
  for (const Tensor& tensor : graph.tensors)
    if (tensor.weight && !tensor.consumers.empty()) total += bytes(tensor);
  return total;
}

// Calls each(name of a layout, with its mark).
template <class Each>
void for_each_tensor(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    each(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

bool take_mark(std::string_view& name, char mark) {
  const bool marked = name.ends_with(mark);
  if (marked) name.remove_suffix(1);
  return marked;
}

}  // namespace

std::string variant_text(const PlanContext& variant) {
  std::string text;
  for (std::size_t i = 0; i < variant.input_layouts.size(); ++i)
    text.append(i == 0 ? "" : ",")
        .append(layout_name(variant.input_layouts[i]))
        .append(variant.input_may_be_overwritten[i] ? "!" : "")
        .append(variant.input_lies_elsewhere[i] ? "*" : "");
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
    for_each_tensor(text.substr(0, arrow), [&](std::string_view name) {
      variant.input_lies_elsewhere.push_back(take_mark(name, '*'));
      variant.input_may_be_overwritten.push_back(take_mark(name, '!'));
      variant.input_layouts.push_back(layout_from_name(name));
    });
    for_each_tensor(text.substr(arrow + 2),
                    [&](std::string_view name) { variant.output_layouts.push_back(layout_from_name(name)); });
    if (variant_text(variant) != text) throw Error("not in the form that it is written in");
    return variant;
  });
}

ContextReader::ContextReader(const UnitGraph& model)
    : model_(model),
      parts_(*model.graph, model.layouts),
      last_use_(model.graph->tensors.size()),
      kept_(model.graph->tensors.size()) {
  const Graph& graph = *model.graph;
  for (std::size_t unit = 0; unit < model.units.size(); ++unit)
    for_each_unit_input(model, unit, [&](TensorId id) {
      last_use_[static_cast<std::size_t>(root(id))] = static_cast<std::uint32_t>(unit);
    });
  last_use_of_family_.resize(last_use_.size());
  kept_family_.resize(kept_.size());
  for (const auto* kept : {&graph.inputs, &graph.outputs})
    for (const TensorId id : *kept) {
      kept_[static_cast<std::size_t>(root(id))] = true;
      kept_family_[family(id)] = true;
    }
  for (std::size_t i = 0; i < last_use_.size(); ++i) {
    std::uint32_t& last = last_use_of_family_[family(static_cast<TensorId>(i))];
    last = std::max(last, last_use_[i]);
  }
  Activations placed = activations();
  footprint_ = {.weight_bytes = weight_bytes(graph), .activation_bytes = most_alive(placed)};
  place(std::move(placed));
}

// Inputs and outputs of the model live throughout; a value that stays inside a unit has no memory.
ContextReader::Activations ContextReader::activations() const {
  const Graph& graph = *model_.graph;
  const int end = static_cast<int>(model_.units.size());
  Activations found;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const auto id = static_cast<TensorId>(i);
    if (graph.tensor(id).weight || root(id) != id) continue;
    const int first = static_cast<int>(model_.producer(id)), last = static_cast<int>(last_use_[i]);
    if (!kept_[i] && (first < 0 || last <= first)) continue;
    const std::size_t size = bytes(graph.tensor(id));
    found.blocks.push_back(kept_[i] ? ArenaBlock{size, 0, end} : ArenaBlock{size, first, last});
    found.roots.push_back(i);
  }
  return found;
}

std::uint64_t ContextReader::most_alive(const Activations& activations) const {
  std::vector<std::int64_t> change(model_.units.size() + 2);
  for (const ArenaBlock& block : activations.blocks) {
    change[static_cast<std::size_t>(block.first)] += static_cast<std::int64_t>(block.bytes);
    change[static_cast<std::size_t>(block.last) + 1] -= static_cast<std::int64_t>(block.bytes);
  }
  std::int64_t alive = 0, most = 0;
  for (const std::int64_t step : change) most = std::max(most, alive += step);
  return static_cast<std::uint64_t>(most);
}

// As an engine plans its memory, but for what it packs, pads or overwrites: a suite is the same for every
// ISA.
void ContextReader::place(Activations activations) {
  place_blocks(activations.blocks);
  output_places_.resize(kept_.size());
  for (std::size_t i = 0; i < activations.blocks.size(); ++i)
    output_places_[activations.roots[i]] = activations.blocks[i].offset;
}

PlanContext ContextReader::variant(Sequence sequence, const Wiring& wiring) const {
  const SequenceMemory known(model_, parts_, sequence);
  PlanContext variant;
  for (TensorId id : wiring.inputs) {
    variant.input_layouts.push_back(model_.layout(id));
    variant.input_may_be_overwritten.push_back(may_be_overwritten(id, sequence, known));
    variant.input_lies_elsewhere.push_back(known.copies(id));
  }
  for (TensorId id : wiring.outputs) variant.output_layouts.push_back(model_.layout(id));
  return variant;
}

// True only where it makes a difference, so that contexts which are the same to every plan are one variant.
// The sequence alone has to see the last use of what shares memory with the input, and know it for a part.
bool ContextReader::may_be_overwritten(TensorId id, Sequence sequence, const SequenceMemory& known) const {
  const std::uint32_t last = last_use_of_family_[family(id)];
  if (kept_family_[family(id)] || model_.graph->tensor(root(id)).producer == no_layer ||
      last >= sequence.first + sequence.count || !could_overwrite(last, id))
    return false;
  return known.last_use(id) == last && (!parts_.is_part(id) || known.joins(id));
}

// The planner lets an output take an input's memory where both have the same type, shape and layout, no other
// input shares it and the kernel works in place; no kernel of a convolution or matrix product does so with
// what it multiplies.
bool ContextReader::could_overwrite(std::uint32_t unit, TensorId id) const {
  int sharing = 0;
  for_each_unit_input(model_, unit, [&](TensorId input) { sharing += family(input) == family(id); });
  if (sharing != 1) return false;
  const Graph& graph = *model_.graph;
  for (const LayerId layer_id : model_.units[unit].layers) {
    const Layer& layer = graph.layer(layer_id);
    for (const TensorId input : layer.inputs) {
      if (input == no_tensor || family(input) != family(id)) continue;
      const TensorId output = layer.outputs[0];
      if (layer.outputs.size() == 1 && root(output) != root(input) &&
          model_.layout(input) == model_.layout(output) &&
          graph.tensor(input).shape == graph.tensor(output).shape &&
          graph.tensor(input).type == graph.tensor(output).type && layer_macs(graph, layer) == 0)
        return true;
    }
  }
  return false;
}

}  // namespace bricks
