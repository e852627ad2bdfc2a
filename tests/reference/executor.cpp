#include "engine/error.hpp"
#include "tests/reference/call.hpp"
#include "tests/support/reference_executor.hpp"

#include <cstring>
#include <string>

namespace bricks::test {
namespace {

template <class T>
void widen(const void* elements, std::vector<double>& numbers) {
  const T* from = static_cast<const T*>(elements);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(from[i]);
}

template <class T>
std::vector<std::byte> narrow(const std::vector<double>& numbers) {
  std::vector<std::byte> elements(numbers.size() * sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const T number = static_cast<T>(numbers[i]);
    std::memcpy(elements.data() + i * sizeof(T), &number, sizeof(T));
  }
  return elements;
}

void run_layer(const Call& call) {
  for (const auto family :
       {reference_convolution, reference_matrix, reference_normalization, reference_pooling,
        reference_elementwise, reference_reduction, reference_movement, reference_resize})
    if (family(call)) return;
  throw Error("no reference for " + std::string(call.op.type()));
}

class Execution {
 public:
  Execution(const Graph& graph, Weights& weights)
      : graph_(graph), weights_(weights), values_(graph.tensors.size()) {
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) uses_.push_back(graph.tensors[i].consumers.size());
    for (TensorId id : graph.outputs) ++uses_[at(id)];
  }

  void set(TensorId id, const Value& value) { values_[at(id)] = value; }
  Value value(TensorId id) { return std::move(values_[at(id)]); }

  void run(const Layer& layer, const Observer& observer) {
    std::vector<Value> weights(layer.inputs.size());
    std::vector<Value> outputs;
    for (const TensorType& type : output_types(graph_, layer)) outputs.emplace_back(type);
    std::vector<const Value*> inputs;
    for (std::size_t i = 0; i < layer.inputs.size(); ++i)
      inputs.push_back(input(layer.inputs[i], weights[i]));
    weights_.release();
    run_layer({*layer.op, std::move(inputs), outputs});
    for (TensorId id : layer.inputs) drop(id);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const TensorId id = layer.outputs[i];
      if (observer) observer(id, outputs[i]);
      if (uses_[at(id)] > 0) values_[at(id)] = std::move(outputs[i]);
    }
  }

 private:
  static std::size_t at(TensorId id) { return static_cast<std::size_t>(id); }

  const Value* input(TensorId id, Value& weight) {
    if (id == no_tensor) return nullptr;
    if (!graph_.tensor(id).weight) return &values_[at(id)];
    weight = value_from(graph_.tensor(id), weights_.values(graph_, id));
    return &weight;
  }
  void drop(TensorId id) {
    if (id != no_tensor && !graph_.tensor(id).weight && --uses_[at(id)] == 0) values_[at(id)] = Value();
  }

  const Graph& graph_;
  Weights& weights_;
  std::vector<Value> values_;      // of tensors that are alive
  std::vector<std::size_t> uses_;  // still to come, for each tensor
};

}  // namespace

Value value_from(const TensorType& type, const void* elements) {
  Value value(type);
  switch (type.type) {
    case ElementType::float32:
      widen<float>(elements, value.numbers);
      break;
    case ElementType::int32:
      widen<std::int32_t>(elements, value.numbers);
      break;
    case ElementType::int64:
      widen<std::int64_t>(elements, value.numbers);
      break;
    case ElementType::boolean:
      widen<std::uint8_t>(elements, value.numbers);
      break;
  }
  return value;
}

std::vector<std::byte> elements_of(const Value& value) {
  switch (value.type) {
    case ElementType::float32:
      return narrow<float>(value.numbers);
    case ElementType::int32:
      return narrow<std::int32_t>(value.numbers);
    case ElementType::int64:
      return narrow<std::int64_t>(value.numbers);
    case ElementType::boolean:
      return narrow<std::uint8_t>(value.numbers);
  }
  return {};
}

std::vector<Value> run_reference(const Graph& graph, Weights& weights, std::span<const Value> inputs,
                                 const Observer& observer) {
  Execution execution(graph, weights);
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) execution.set(graph.inputs[i], inputs[i]);
  for (const Layer& layer : graph.layers)
    within("layer '" + layer.name + "'", [&] { execution.run(layer, observer); });
  std::vector<Value> outputs;
  for (TensorId id : graph.outputs) outputs.push_back(execution.value(id));
  return outputs;
}

}  // namespace bricks::test
