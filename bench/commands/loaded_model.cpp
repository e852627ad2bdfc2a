#include "bench/commands/loaded_model.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/model_source.hpp"
#include "engine/error.hpp"
#include "engine/formats/model_json.hpp"
#include "engine/formats/safetensors.hpp"

#include <filesystem>
#include <map>

#if BRICKS_ONNX
#include "bench/onnx/reader.hpp"
#include "bench/onnx/writer.hpp"
#endif

namespace bricks {
namespace {

bool is_onnx(const std::string& name) {
  return std::filesystem::path(name).extension() == ".onnx" && names_a_file(name);
}

[[noreturn, maybe_unused]] void no_onnx(const std::string& path) {
  throw Error(
      path +
      ": this build reads and writes no ONNX files: install libonnx-dev and libprotobuf-dev, build again");
}

#if BRICKS_ONNX
Shape parse_shape(const std::string& text) {
  Shape shape;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::string digits = text.substr(begin, end - begin);
    if (digits.empty() || digits.size() > 12 || digits.find_first_not_of("0123456789") != std::string::npos)
      throw Error("shape '" + text + "', expected numbers with x between, e.g. 1x3x224x224");
    shape.push_back(std::stoll(digits));
    begin = end + 1;
  }
  element_count(shape);
  return shape;
}

std::map<std::string, Shape> parse_shapes(const std::vector<std::string>& given) {
  std::map<std::string, Shape> shapes;
  for (const std::string& text : given) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0)
      throw Error("--shape '" + text + "', expected NAME=1x3x224x224");
    shapes[text.substr(0, equals)] = parse_shape(text.substr(equals + 1));
  }
  return shapes;
}
#endif

LoadedModel load_graph(const LoadOptions& options) {
  LoadedModel model;
#if BRICKS_ONNX
  if (is_onnx(options.model)) {
    onnx_io::OnnxModel file = onnx_io::read_onnx(options.model, {parse_shapes(options.shapes), {}});
    return {std::move(file.graph), std::move(file.weights)};
  }
#endif
  if (!options.shapes.empty())
    throw Error("--shape is for ONNX files; " + options.model + " says its shapes itself");
  ModelOptions one;
  one.models = {options.model};
  model.graph = std::move(load_models(one).at(0));
  return model;
}

}  // namespace

void add_options(CommandLine& command, LoadOptions& options) {
  command.add_option("--model", options.model, "A JSON or ONNX file, or a name of the zoo").required();
  command.add_option("--shape", options.shapes, "NAME=1x3x224x224, for ONNX files with open dimensions");
  command.add_option("--weights", options.weights,
                     "A safetensors file; default: the model's own, or synthetic");
  command.add_option("--seed", options.seed, "Of synthetic weights");
}

LoadedModel load_model(const LoadOptions& options) {
  LoadedModel model = load_graph(options);
  if (options.weights) model.weights = safetensors_weights(*options.weights);
  if (!model.weights) model.weights = synthetic_weights(options.seed);
  return model;
}

Graph read_onnx_graph([[maybe_unused]] const std::string& path) {
#if BRICKS_ONNX
  return onnx_io::read_onnx(path).graph;
#else
  no_onnx(path);
#endif
}

void write_onnx_file([[maybe_unused]] const Graph& graph, [[maybe_unused]] Weights& weights,
                     const std::string& path) {
#if BRICKS_ONNX
  onnx_io::write_onnx(graph, weights, path);
#else
  no_onnx(path);
#endif
}

void write_json_file(const LoadedModel& model, const std::string& path) { write_model(model.graph, path); }

}  // namespace bricks
