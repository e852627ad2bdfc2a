// The model as the engine sees it.
//
// A graph is tensors and layers, each in one vector; an index into it is its id. A layer is one operator
// applied to input tensors, in the order that ONNX gives them, and yields output tensors; an optional input
// left out is no_tensor. A tensor is a weight (a constant of the model, possibly shared by layers), a graph
// input, or the output of exactly one layer. Layers stand in an order in which every layer comes after its
// producers. Graph outputs are tensors that somebody outside wants; any tensor may be one. Names of tensors
// are unique and mean nothing. Weights' values are kept apart (engine/weights): a graph is a small value that
// is cheap to copy, cut and compare.
#pragma once

#include "engine/graph/op.hpp"
#include "engine/graph/tensor_type.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bricks {

using TensorId = std::int32_t;
using LayerId = std::int32_t;
inline constexpr TensorId no_tensor = -1;
inline constexpr LayerId no_layer = -1;

struct Tensor : TensorType {
  std::string name;
  bool weight = false;
  LayerId producer = no_layer;
  std::vector<LayerId> consumers;  // in layer order; a layer that takes the tensor twice stands twice
};

struct Layer {
  std::string name;
  OpPointer op;
  std::vector<TensorId> inputs;
  std::vector<TensorId> outputs;
};

struct Graph {
  std::string name;
  std::vector<Tensor> tensors;
  std::vector<Layer> layers;
  std::vector<TensorId> inputs;  // data inputs, weights excluded
  std::vector<TensorId> outputs;

  const Tensor& tensor(TensorId id) const { return tensors[static_cast<std::size_t>(id)]; }
  Tensor& tensor(TensorId id) { return tensors[static_cast<std::size_t>(id)]; }
  const Layer& layer(LayerId id) const { return layers[static_cast<std::size_t>(id)]; }
};

// The layer's inputs as shape inference and the planner see them.
std::vector<InputType> input_types(const Graph& graph, const Layer& layer);
std::vector<TensorType> output_types(const Graph& graph, const Layer& layer);

// Inputs of a layer that are data: not weights, not left out.
std::vector<TensorId> data_inputs(const Graph& graph, const Layer& layer);

std::int64_t layer_macs(const Graph& graph, const Layer& layer);
std::int64_t total_macs(const Graph& graph);
// Elements of all weights that are learned: those of operators that multiply or normalise; a weight shared by
// layers counts once, statistics of a normalisation (mean, variance) and stored constants do not count (as in
// the paper).
std::int64_t total_parameters(const Graph& graph);

bool is_graph_output(const Graph& graph, TensorId id);

// The same model at another batch size: dimension 0 of every graph input is replaced and all shapes are
// inferred anew. Throws Error where the model does not allow it.
Graph with_batch(const Graph& graph, std::int64_t batch);

}  // namespace bricks
