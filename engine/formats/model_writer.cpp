#include "engine/formats/file.hpp"
#include "engine/formats/json.hpp"
#include "engine/formats/json_attributes.hpp"
#include "engine/formats/model_json.hpp"

namespace bricks {
namespace {

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : separator).append(part);
  return text;
}

std::string lines(const std::vector<std::string>& rows) {
  return rows.empty() ? "[]" : "[\n    " + join(rows, ",\n    ") + "\n  ]";
}

std::string tensor_names(const Graph& graph, const std::vector<TensorId>& ids) {
  std::vector<std::string> names;
  for (TensorId id : ids) names.push_back(json_string(id == no_tensor ? "" : graph.tensor(id).name));
  return "[" + join(names, ", ") + "]";
}

std::string tensor_line(const Tensor& tensor) {
  std::vector<std::string> sizes;
  for (std::int64_t size : tensor.shape) sizes.push_back(std::to_string(size));
  return "{\"name\": " + json_string(tensor.name) +
         ", \"type\": " + json_string(element_type_name(tensor.type)) + ", \"shape\": [" + join(sizes, ", ") +
         "]}";
}

std::string layer_line(const Graph& graph, const Layer& layer) {
  return "{\"name\": " + json_string(layer.name) + ", \"op_type\": " + json_string(layer.op->type()) +
         ", \"inputs\": " + tensor_names(graph, layer.inputs) +
         ", \"outputs\": " + tensor_names(graph, layer.outputs) +
         ", \"attributes\": " + attributes_text(*layer.op) + "}";
}

}  // namespace

std::string model_to_json(const Graph& graph) {
  std::vector<std::string> inputs, weights, layers;
  for (TensorId id : graph.inputs) inputs.push_back(tensor_line(graph.tensor(id)));
  for (const Tensor& tensor : graph.tensors)
    if (tensor.weight) weights.push_back(tensor_line(tensor));
  for (const Layer& layer : graph.layers) layers.push_back(layer_line(graph, layer));
  return "{\n  \"schema_version\": " + std::to_string(model_schema_version) +
         ",\n  \"name\": " + json_string(graph.name) + ",\n  \"inputs\": " + lines(inputs) +
         ",\n  \"outputs\": " + tensor_names(graph, graph.outputs) + ",\n  \"weights\": " + lines(weights) +
         ",\n  \"layers\": " + lines(layers) + "\n}\n";
}

void write_model(const Graph& graph, const std::string& path) { write_file(path, model_to_json(graph)); }

}  // namespace bricks
