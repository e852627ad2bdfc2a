#include "decompose/extract/wiring.hpp"

#include "decompose/identity/layer_words.hpp"

namespace bricks {
namespace {

// Kinds of sources stand in the low bits of a wiring word, numbers above them.
enum Source : std::uint64_t { absent = 0, input = 1, value = 2, weight = 3 };

}  // namespace

WiringReader::WiringReader(const UnitGraph& model)
    : model_(model), number_(model.graph->tensors.size()), stamp_(model.graph->tensors.size()) {}

const Wiring& WiringReader::read(Sequence sequence) {
  ++reading_;
  inputs_ = values_ = weights_ = 0;
  wiring_.layers.clear();
  wiring_.inputs.clear();
  wiring_.outputs.clear();
  wiring_.words.clear();
  for (std::uint32_t unit = sequence.first; unit < sequence.first + sequence.count; ++unit)
    for (LayerId id : model_.units[unit].layers) {
      const Layer& layer = model_.graph->layer(id);
      wiring_.layers.push_back(id);
      const std::size_t count = identity_inputs(*model_.graph, layer);
      for (std::size_t i = 0; i < count; ++i) wiring_.words.push_back(word(layer.inputs[i]));
      for (TensorId output : layer.outputs) {
        number_[static_cast<std::size_t>(output)] = values_++ << 2 | value;
        stamp_[static_cast<std::size_t>(output)] = reading_;
      }
    }
  for (LayerId id : wiring_.layers)
    for (TensorId output : model_.graph->layer(id).outputs)
      if (is_needed_outside(output, sequence)) wiring_.outputs.push_back(output);
  // A dead end of the model runs all the same.
  if (wiring_.outputs.empty()) wiring_.outputs = model_.graph->layer(wiring_.layers.back()).outputs;
  for (TensorId output : wiring_.outputs) wiring_.words.push_back(number_[static_cast<std::size_t>(output)]);
  return wiring_;
}

std::uint64_t WiringReader::word(TensorId id) {
  if (id == no_tensor) return absent;
  const auto index = static_cast<std::size_t>(id);
  if (stamp_[index] != reading_) {
    stamp_[index] = reading_;
    if (model_.graph->tensor(id).weight) {
      number_[index] = weights_++ << 2 | weight;
    } else {
      number_[index] = inputs_++ << 2 | input;
      wiring_.inputs.push_back(id);
    }
  }
  return number_[index];
}

bool WiringReader::is_needed_outside(TensorId id, Sequence sequence) const {
  if (model_.is_output[static_cast<std::size_t>(id)]) return true;
  for (LayerId consumer : model_.graph->tensor(id).consumers) {
    const std::uint32_t unit = model_.unit_of[static_cast<std::size_t>(consumer)];
    if (unit < sequence.first || unit >= sequence.first + sequence.count) return true;
  }
  return false;
}

}  // namespace bricks
