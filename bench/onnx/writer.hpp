// Graphs as ONNX files of opset 17, IR version 8.
//
// Operators of our own domain become ONNX local functions of domain "bricks": every engine inlines them, and
// read back they are the operators that they were. Weights lie in the file; when they are larger than 1 GB
// together, beside it in FILE.data (protobuf ends at 2 GB).
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/weights/weights.hpp"

#include <string>

namespace bricks::onnx_io {

// Replaces path in one step. Throws Error when the graph has an operator or an attribute that ONNX cannot
// say, or when the file cannot be written.
void write_onnx(const Graph& graph, Weights& weights, const std::string& path);

}  // namespace bricks::onnx_io
