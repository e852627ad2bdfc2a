// Builds a graph layer by layer, in topological order; shapes are inferred and checked at every step.
#pragma once

#include "engine/graph/graph.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bricks {

class GraphBuilder {
 public:
  explicit GraphBuilder(std::string name);

  TensorId input(const std::string& name, TensorType type);
  TensorId weight(const std::string& name, TensorType type);

  // Adds a layer; returns its outputs, named as given or "<layer>", "<layer>:1", ... Throws Error that names
  // the layer.
  std::vector<TensorId> add(const std::string& name, OpPointer op, std::vector<TensorId> inputs,
                            const std::vector<std::string>& output_names = {});

  void output(TensorId id);

  const Tensor& tensor(TensorId id) const { return graph_.tensor(id); }
  const Shape& shape(TensorId id) const { return graph_.tensor(id).shape; }

  // The finished graph. Where no output was named, every tensor that no layer consumes is one.
  Graph finish();

 private:
  TensorId add_tensor(const std::string& name, TensorType type);

  Graph graph_;
  std::unordered_map<std::string, TensorId> names_;
};

}  // namespace bricks
