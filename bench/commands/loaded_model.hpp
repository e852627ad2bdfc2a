// One model with its weights.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/weights/weights.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bricks {

class CommandLine;

struct LoadOptions {
  std::string model;                   // as for load_models: a file or a name of the zoo
  std::vector<std::string> shapes;     // NAME=1x3x224x224, for ONNX files with open dimensions
  std::optional<std::string> weights;  // safetensors
  std::uint64_t seed = 1;              // of synthetic weights
};

struct LoadedModel {
  Graph graph;
  std::unique_ptr<Weights> weights;  // of --weights, else of the ONNX file, else synthetic
};

void add_options(CommandLine& command, LoadOptions& options);

// Throws Error.
LoadedModel load_model(const LoadOptions& options);

// The graph of an ONNX file; Error where this build has no ONNX.
Graph read_onnx_graph(const std::string& path);

void write_onnx_file(const Graph& graph, Weights& weights, const std::string& path);
void write_json_file(const LoadedModel& model, const std::string& path);

}  // namespace bricks
