#include "bench/zoo/listing.hpp"

#include "bench/report/text.hpp"
#include "decompose/count/layer_statistics.hpp"
#include "decompose/identity/attribute_text.hpp"
#include "engine/error.hpp"
#include "engine/formats/model_json.hpp"

#include <filesystem>
#include <functional>
#include <system_error>

namespace bricks::zoo {
namespace {

using Json = nlohmann::ordered_json;

struct Summary {
  std::string inputs;  // "3x512x512 3x512x512", without the batch
  std::size_t layers, unique;
  std::int64_t parameters, macs;
};

Summary summarise(const Graph& graph) {
  LayerStatistics statistics;
  statistics.add(graph.name, graph);
  std::string inputs;
  for (TensorId id : graph.inputs) {
    const Shape& shape = graph.tensor(id).shape;
    inputs += (inputs.empty() ? "" : " ") + to_string({shape.begin() + 1, shape.end()});
  }
  return {inputs, statistics.layers(), statistics.unique_layers(), total_parameters(graph),
          total_macs(graph)};
}

void for_each_model(const std::function<void(const Entry&, const Summary&)>& visit) {
  for (const Entry& entry : entries()) visit(entry, summarise(build(entry)));
}

std::string operator_text(const Layer& layer) {
  return std::string(layer.op->type()) + attribute_text(*layer.op);
}

std::vector<std::string> input_names(const Graph& graph, const Layer& layer) {
  std::vector<std::string> names;
  for (TensorId id : data_inputs(graph, layer)) names.push_back(graph.tensor(id).name);
  return names;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all;
}

}  // namespace

std::string list_text() {
  std::vector<std::vector<std::string>> rows{
      {"<name", "<task", "<input", "layers", "unique", "parameters", "MACs", "<source"}};
  for_each_model([&](const Entry& entry, const Summary& model) {
    rows.push_back({std::string(entry.file), std::string(task_name(entry.task)), model.inputs,
                    std::to_string(model.layers), std::to_string(model.unique),
                    format("%.3f M", static_cast<double>(model.parameters) / 1e6),
                    format("%.3f G", static_cast<double>(model.macs) / 1e9), std::string(entry.source)});
  });
  return columns(rows);
}

Json list_json() {
  Json models = Json::array();
  for_each_model([&](const Entry& entry, const Summary& model) {
    models.push_back({{"name", entry.file},
                      {"title", entry.title},
                      {"task", task_name(entry.task)},
                      {"input", model.inputs},
                      {"layers", model.layers},
                      {"unique_layers", model.unique},
                      {"parameters", model.parameters},
                      {"macs", model.macs},
                      {"source", entry.source}});
  });
  return {{"bricks", {{"models", std::move(models)}}}};
}

std::string layers_text(const Graph& graph) {
  std::vector<std::vector<std::string>> rows{{"layer", "<name", "<operator", "<inputs", "<output", "MACs"}};
  for (std::size_t i = 0; i < graph.layers.size(); ++i) {
    const Layer& layer = graph.layers[i];
    rows.push_back({std::to_string(i + 1), layer.name, operator_text(layer),
                    joined(input_names(graph, layer)), to_string(graph.tensor(layer.outputs[0]).shape),
                    count_text(static_cast<double>(layer_macs(graph, layer)))});
  }
  return columns(rows);
}

Json layers_json(const Graph& graph) {
  Json layers = Json::array();
  for (const Layer& layer : graph.layers)
    layers.push_back({{"name", layer.name},
                      {"operator", operator_text(layer)},
                      {"inputs", input_names(graph, layer)},
                      {"output", to_string(graph.tensor(layer.outputs[0]).shape)},
                      {"macs", layer_macs(graph, layer)}});
  return {{"bricks", {{"name", graph.name}, {"layers", std::move(layers)}}}};
}

void export_models(const std::string& directory, const Size& size) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw Error(directory + ": cannot make the directory: " + error.message());
  for (const Entry& entry : entries()) {
    const auto path = std::filesystem::path(directory) / (std::string(entry.file) + ".json");
    write_model(build(entry, size), path.string());
  }
}

}  // namespace bricks::zoo
