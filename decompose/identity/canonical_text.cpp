#include "decompose/identity/canonical_text.hpp"

#include "decompose/identity/attribute_text.hpp"
#include "decompose/identity/layer_words.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace bricks {
namespace {

std::string type_text(const TensorType& type) {
  const std::string shape = to_string(type.shape);
  return type.type == ElementType::float32 ? shape : std::string(element_type_name(type.type)) + ":" + shape;
}

class Writer {
 public:
  explicit Writer(const Graph& graph) : graph_(graph) {}

  std::string write() {
    std::string layers;
    for (std::size_t i = 0; i < graph_.layers.size(); ++i) layers += ' ' + layer_text(i);
    return "(" + input_types_ + ")" + layers + " ->" + outputs_text();
  }

 private:
  std::string layer_text(std::size_t index) {
    const Layer& layer = graph_.layers[index];
    std::string text = std::string(layer.op->type()) + attribute_text(*layer.op) + "(";
    for (std::size_t i = 0; i < identity_inputs(graph_, layer); ++i)
      text += (i == 0 ? "" : ",") + input_text(layer.inputs[i], index, i);
    for (std::size_t i = 0; i < layer.outputs.size(); ++i) names_[layer.outputs[i]] = place_text(index, i);
    return text + ")";
  }

  std::string input_text(TensorId id, std::size_t layer, std::size_t position) {
    if (id == no_tensor) return "_";
    const Tensor& tensor = graph_.tensor(id);
    const auto [found, is_new] = names_.try_emplace(id);
    if (!is_new) return found->second;
    if (tensor.weight) {
      found->second = "w=" + std::to_string(layer) + "." + std::to_string(position);
      return "w" + type_text(tensor);
    }
    input_types_ += (inputs_ == 0 ? "" : ",") + type_text(tensor);
    return found->second = "i" + std::to_string(inputs_++);
  }

  static std::string place_text(std::size_t layer, std::size_t output) {
    return std::to_string(layer) + (output == 0 ? "" : "." + std::to_string(output));
  }

  std::string outputs_text() const {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (TensorId id : graph_.outputs) {
      const LayerId producer = graph_.tensor(id).producer;
      if (producer == no_layer) continue;
      const std::vector<TensorId>& outputs = graph_.layer(producer).outputs;
      const auto at = std::find(outputs.begin(), outputs.end(), id) - outputs.begin();
      places.emplace_back(static_cast<std::size_t>(producer), static_cast<std::size_t>(at));
    }
    std::sort(places.begin(), places.end());
    std::string text;
    for (const auto& [layer, output] : places) text += ' ' + place_text(layer, output);
    return text;
  }

  const Graph& graph_;
  std::unordered_map<TensorId, std::string> names_;
  std::string input_types_;
  std::size_t inputs_ = 0;
};

}  // namespace

std::string canonical_text(const Graph& brick) { return Writer(brick).write(); }

std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string text_hash_digits(std::string_view text) {
  std::string digits(16, '0');
  std::uint64_t hash = text_hash(text);
  for (std::size_t i = 16; i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

}  // namespace bricks
