// Are two graphs the same but for the numbering of their tensors?
#pragma once

#include "engine/formats/json_attributes.hpp"
#include "engine/graph/graph.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace bricks::test {

inline std::vector<std::string> described(const Graph& graph, const std::vector<TensorId>& ids) {
  std::vector<std::string> texts;
  for (TensorId id : ids) {
    if (id == no_tensor) {
      texts.push_back("none");
      continue;
    }
    const Tensor& tensor = graph.tensor(id);
    texts.push_back(tensor.name + " " + std::string(element_type_name(tensor.type)) + " " +
                    to_string(tensor.shape) + (tensor.weight ? " weight" : ""));
  }
  return texts;
}

inline void check_same_graph(const Graph& a, const Graph& b) {
  CHECK(a.name == b.name);
  CHECK(a.tensors.size() == b.tensors.size());
  CHECK(described(a, a.inputs) == described(b, b.inputs));
  CHECK(described(a, a.outputs) == described(b, b.outputs));
  REQUIRE(a.layers.size() == b.layers.size());
  for (std::size_t i = 0; i < a.layers.size(); ++i) {
    const Layer &x = a.layers[i], &y = b.layers[i];
    CHECK(x.name == y.name);
    CHECK(x.op->type() == y.op->type());
    CHECK(attributes_text(*x.op) == attributes_text(*y.op));
    CHECK(described(a, x.inputs) == described(b, y.inputs));
    CHECK(described(a, x.outputs) == described(b, y.outputs));
    for (std::size_t o = 0; o < x.outputs.size() && o < y.outputs.size(); ++o) {
      CHECK(b.tensor(y.outputs[o]).producer == static_cast<LayerId>(i));
      CHECK(a.tensor(x.outputs[o]).consumers == b.tensor(y.outputs[o]).consumers);
    }
  }
}

}  // namespace bricks::test
