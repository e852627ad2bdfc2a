#include "bench/commands/model_source.hpp"

#include "bench/commands/loaded_model.hpp"
#include "bench/zoo/zoo.hpp"
#include "engine/error.hpp"
#include "engine/formats/model_json.hpp"

#include <filesystem>
#include <unordered_set>

namespace bricks {
namespace {

Graph read_model_file(const std::filesystem::path& path) {
  if (path.extension() == ".onnx") return read_onnx_graph(path.string());
  return read_model(path.string());
}

const zoo::Entry& find_in_zoo(const std::string& name) {
  return within("model " + name + ": no such file", [&]() -> const zoo::Entry& { return zoo::find(name); });
}

Graph load(const std::string& name) {
  if (names_a_file(name)) {
    Graph graph = read_model_file(name);
    graph.name = std::filesystem::path(name).stem().string();
    return graph;
  }
  const zoo::Entry& entry = find_in_zoo(name);
  Graph graph = zoo::build(entry);
  graph.name = std::string(entry.file);
  return graph;
}

std::vector<std::string> resolve(const std::vector<std::string>& given) {
  if (given.empty()) throw Error("--model is missing: a file, a name of the zoo, or all");
  std::vector<std::string> names;
  for (const std::string& name : given) {
    if (name != "all" || names_a_file(name)) {
      names.push_back(name);
      continue;
    }
    for (const zoo::Entry& entry : zoo::entries()) names.emplace_back(entry.file);
  }
  return names;
}

}  // namespace

bool names_a_file(const std::string& model) {
  return std::filesystem::exists(model) && !std::filesystem::is_directory(model);
}

std::vector<Graph> load_models(const ModelOptions& options) {
  std::vector<Graph> models;
  std::unordered_set<std::string> names;
  for (const std::string& name : resolve(options.models)) {
    Graph graph = load(name);
    if (options.batch != 1) graph = within(name, [&] { return with_batch(graph, options.batch); });
    if (!names.insert(graph.name).second) throw Error("model " + graph.name + " is given twice");
    models.push_back(std::move(graph));
  }
  return models;
}

std::vector<std::string> model_names(const ModelOptions& options) {
  std::vector<std::string> names = resolve(options.models);
  for (const std::string& name : names)
    if (!names_a_file(name)) find_in_zoo(name);
  return names;
}

}  // namespace bricks
