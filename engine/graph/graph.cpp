#include "engine/graph/graph.hpp"

#include "engine/error.hpp"
#include "engine/graph/builder.hpp"

#include <algorithm>
#include <limits>

namespace bricks {

std::vector<InputType> input_types(const Graph& graph, const Layer& layer) {
  std::vector<InputType> types;
  for (TensorId id : layer.inputs) {
    InputType type;
    if (id == no_tensor) {
      type.present = false;
    } else {
      static_cast<TensorType&>(type) = graph.tensor(id);
      type.weight = graph.tensor(id).weight;
    }
    types.push_back(std::move(type));
  }
  return types;
}

std::vector<TensorType> output_types(const Graph& graph, const Layer& layer) {
  std::vector<TensorType> types;
  for (TensorId id : layer.outputs) types.push_back(graph.tensor(id));
  return types;
}

std::vector<TensorId> data_inputs(const Graph& graph, const Layer& layer) {
  std::vector<TensorId> data;
  for (TensorId id : layer.inputs)
    if (id != no_tensor && !graph.tensor(id).weight) data.push_back(id);
  return data;
}

std::int64_t layer_macs(const Graph& graph, const Layer& layer) {
  return layer.op->macs(input_types(graph, layer), output_types(graph, layer));
}

std::int64_t total_macs(const Graph& graph) {
  std::int64_t macs = 0;
  for (const Layer& layer : graph.layers)
    if (__builtin_add_overflow(macs, layer_macs(graph, layer), &macs))
      return std::numeric_limits<std::int64_t>::max();
  return macs;
}

std::int64_t total_parameters(const Graph& graph) {
  std::vector<bool> counted(graph.tensors.size(), false);
  std::int64_t parameters = 0;
  for (const Layer& layer : graph.layers)
    for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
      const TensorId id = layer.inputs[i];
      if (id == no_tensor || !graph.tensor(id).weight || !layer.op->is_parameter(i)) continue;
      if (counted[static_cast<std::size_t>(id)]) continue;
      counted[static_cast<std::size_t>(id)] = true;
      parameters += element_count(graph.tensor(id).shape);
    }
  return parameters;
}

bool is_graph_output(const Graph& graph, TensorId id) {
  return std::find(graph.outputs.begin(), graph.outputs.end(), id) != graph.outputs.end();
}

Graph with_batch(const Graph& graph, std::int64_t batch) {
  GraphBuilder builder(graph.name);
  std::vector<TensorId> ids(graph.tensors.size(), no_tensor);
  const auto renamed = [&](TensorId id) {
    return id == no_tensor ? no_tensor : ids[static_cast<std::size_t>(id)];
  };
  for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    TensorType type = tensor;
    if (tensor.weight) ids[i] = builder.weight(tensor.name, type);
  }
  for (TensorId id : graph.inputs) {
    TensorType type = graph.tensor(id);
    if (type.shape.empty())
      throw Error("input '" + graph.tensor(id).name + "' is a scalar, expected a batch dimension");
    type.shape[0] = batch;
    ids[static_cast<std::size_t>(id)] = builder.input(graph.tensor(id).name, type);
  }
  for (const Layer& layer : graph.layers) {
    std::vector<TensorId> inputs;
    std::vector<std::string> names;
    for (TensorId id : layer.inputs) inputs.push_back(renamed(id));
    for (TensorId id : layer.outputs) names.push_back(graph.tensor(id).name);
    const std::vector<TensorId> outputs = builder.add(layer.name, layer.op, inputs, names);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      ids[static_cast<std::size_t>(layer.outputs[i])] = outputs[i];
  }
  for (TensorId id : graph.outputs) builder.output(renamed(id));
  return builder.finish();
}

}  // namespace bricks
