#include "decompose/identity/layer_words.hpp"

#include <bit>
#include <cstring>

namespace bricks {
namespace {

class WordWriter : public AttributeVisitor {
 public:
  explicit WordWriter(std::vector<std::uint64_t>& words) : words_(words) {}

  void integer(std::string_view, std::int64_t& value, IntegerRange, Presence) override { put(value); }
  void integers(std::string_view, std::vector<std::int64_t>& values, IntegerRange, Presence) override {
    put(static_cast<std::int64_t>(values.size()));
    for (std::int64_t value : values) put(value);
  }
  void number(std::string_view, float& value, Presence) override {
    words_.push_back(std::bit_cast<std::uint32_t>(value));
  }
  void numbers(std::string_view, std::vector<float>& values, Presence) override {
    put(static_cast<std::int64_t>(values.size()));
    for (float value : values) words_.push_back(std::bit_cast<std::uint32_t>(value));
  }
  void choice(std::string_view, int& value, std::initializer_list<std::string_view>, Presence) override {
    put(value);
  }

 private:
  void put(std::int64_t value) { words_.push_back(static_cast<std::uint64_t>(value)); }
  std::vector<std::uint64_t>& words_;
};

void append_text(std::string_view text, std::vector<std::uint64_t>& words) {
  words.push_back(text.size());
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, std::min<std::size_t>(8, text.size() - i));
    words.push_back(word);
  }
}

void append_input(const Graph& graph, TensorId id, std::vector<std::uint64_t>& words) {
  if (id == no_tensor) {
    words.push_back(0);
    return;
  }
  const Tensor& tensor = graph.tensor(id);
  words.push_back(1 + (tensor.weight ? 1 : 0) + 4 * static_cast<std::uint64_t>(tensor.type) +
                  64 * static_cast<std::uint64_t>(tensor.shape.size()));
  for (std::int64_t dimension : tensor.shape) words.push_back(static_cast<std::uint64_t>(dimension));
}

bool is_bias(const Graph& graph, const Layer& layer, std::size_t position) {
  const TensorId id = layer.inputs[position];
  if (bias_position(*layer.op) != static_cast<int>(position) || id == no_tensor || !graph.tensor(id).weight)
    return false;
  const Shape& shape = graph.tensor(id).shape;
  if (layer.op->type() == "LayerNormalization")
    return shape == graph.tensor(layer.inputs[position - 1]).shape;
  return shape.size() == 1;
}

}  // namespace

int bias_position(const Op& op) {
  const std::string_view type = op.type();
  return type == "Conv" || type == "Gemm" || type == "ConvTranspose" || type == "LayerNormalization" ? 2 : -1;
}

std::size_t identity_inputs(const Graph& graph, const Layer& layer) {
  std::size_t count = layer.inputs.size();
  while (count > 0 && layer.inputs[count - 1] == no_tensor) --count;
  if (count > 0 && is_bias(graph, layer, count - 1)) --count;
  while (count > 0 && layer.inputs[count - 1] == no_tensor) --count;
  return count;
}

void append_layer_words(const Graph& graph, const Layer& layer, std::vector<std::uint64_t>& words) {
  append_text(layer.op->type(), words);
  WordWriter writer(words);
  visit_attributes(*layer.op, writer);
  const std::size_t count = identity_inputs(graph, layer);
  words.push_back(count);
  for (std::size_t i = 0; i < count; ++i) append_input(graph, layer.inputs[i], words);
}

// Op::visit serves readers and writers alike and is therefore not const; no operator is ever created const.
void visit_attributes(const Op& op, AttributeVisitor& reader) { const_cast<Op&>(op).visit(reader); }

}  // namespace bricks
