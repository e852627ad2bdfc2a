// ONNX files as graphs: float32 inference graphs of opsets 7 to 17, and of older ones
// as far as their operators are those of opset 7. What is read of each operator, and what
// is not, stands in README.md beside this file.
#pragma once

#include "bench/onnx/constant.hpp"
#include "engine/graph/graph.hpp"
#include "engine/weights/weights.hpp"

#include <map>
#include <memory>
#include <string>

namespace bricks::onnx_io {

struct ReadOptions {
  // Shapes of inputs by name, for files that leave dimensions open. An open first dimension is 1 without
  // being asked.
  std::map<std::string, Shape> shapes;
  // Inputs of the file that are constants this time: weights and shapes given from outside.
  std::map<std::string, Constant> constants;
};

struct OnnxModel {
  Graph graph;
  std::unique_ptr<Weights> weights;
  int opset = 0;
  std::size_t folded_nodes = 0;  // computed while reading, from constants alone
};

// Throws Error, one line: file, node, what was found and what was expected.
OnnxModel read_onnx(const std::string& path, const ReadOptions& options = {});

}  // namespace bricks::onnx_io
