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
    : model_(model), parts_(*model.graph, model.layouts), uses_(model, parts_) {
  Activations activations = place_activations(model, parts_, uses_);
  footprint_ = {.weight_bytes = weight_bytes(*model.graph), .activation_bytes = activations.most_alive_bytes};
  output_places_.resize(model.graph->tensors.size());
  for (const Activation& value : activations.values)
    output_places_[static_cast<std::size_t>(value.root)] = value.memory.offset;
  last_touches_.emplace(model, parts_, std::move(activations.values));
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
  const std::uint32_t last = uses_.last_use_of_family(id);
  if (uses_.is_family_kept(id) || model_.graph->tensor(root(id)).producer == no_layer ||
      last >= sequence.first + sequence.count || !uses_.could_overwrite(last, id))
    return false;
  return known.last_use(id) == last && (!parts_.is_part(id) || known.joins(id));
}

}  // namespace bricks
