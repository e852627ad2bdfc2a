#include "engine/graph/builder.hpp"

#include "engine/error.hpp"

namespace bricks {

GraphBuilder::GraphBuilder(std::string name) { graph_.name = std::move(name); }

TensorId GraphBuilder::add_tensor(const std::string& name, TensorType type) {
  const TensorId id = static_cast<TensorId>(graph_.tensors.size());
  if (name.empty()) throw Error("a tensor without a name");
  if (!names_.emplace(name, id).second) throw Error("tensor '" + name + "' is defined twice");
  element_count(type.shape);
  Tensor tensor;
  static_cast<TensorType&>(tensor) = std::move(type);
  tensor.name = name;
  graph_.tensors.push_back(std::move(tensor));
  return id;
}

TensorId GraphBuilder::input(const std::string& name, TensorType type) {
  const TensorId id = add_tensor(name, std::move(type));
  graph_.inputs.push_back(id);
  return id;
}

TensorId GraphBuilder::weight(const std::string& name, TensorType type) {
  const TensorId id = add_tensor(name, std::move(type));
  graph_.tensor(id).weight = true;
  return id;
}

std::vector<TensorId> GraphBuilder::add(const std::string& name, OpPointer op, std::vector<TensorId> inputs,
                                        const std::vector<std::string>& output_names) {
  return within("layer '" + name + "' (" + std::string(op->type()) + ")", [&] {
    const LayerId id = static_cast<LayerId>(graph_.layers.size());
    Layer layer{name, std::move(op), std::move(inputs), {}};
    const std::vector<TensorType> types = layer.op->infer(input_types(graph_, layer));
    if (output_names.size() > types.size())
      throw Error(std::to_string(output_names.size()) + " outputs, expected " + std::to_string(types.size()));
    for (std::size_t i = 0; i < types.size(); ++i) {
      const std::string suffix = i == 0 ? "" : ":" + std::to_string(i);
      layer.outputs.push_back(
          add_tensor(i < output_names.size() ? output_names[i] : name + suffix, types[i]));
      graph_.tensor(layer.outputs.back()).producer = id;
    }
    for (TensorId input : layer.inputs)
      if (input != no_tensor) graph_.tensor(input).consumers.push_back(id);
    graph_.layers.push_back(layer);
    return layer.outputs;
  });
}

void GraphBuilder::output(TensorId id) {
  if (!is_graph_output(graph_, id)) graph_.outputs.push_back(id);
}

Graph GraphBuilder::finish() {
  if (graph_.outputs.empty())
    for (TensorId id = 0; id < static_cast<TensorId>(graph_.tensors.size()); ++id)
      if (graph_.tensor(id).producer != no_layer && graph_.tensor(id).consumers.empty())
        graph_.outputs.push_back(id);
  return std::move(graph_);
}

}  // namespace bricks
