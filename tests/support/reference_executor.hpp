// Runs any graph in plain scalar loops in double precision: the yardstick for the whole engine.
//
// It shares no arithmetic with the kernels: each operator is written down from ONNX's definition, as simply
// as can be, in tests/reference. Integers and booleans are kept as doubles, exact to 2^53.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/weights/weights.hpp"

#include <functional>
#include <span>
#include <vector>

namespace bricks::test {

struct Value : TensorType {
  std::vector<double> numbers;  // row-major

  Value() = default;
  explicit Value(TensorType tensor) : TensorType(std::move(tensor)) {
    numbers.resize(static_cast<std::size_t>(element_count(shape)));
  }
  Value(Shape dimensions, std::vector<double> values)
      : TensorType{ElementType::float32, std::move(dimensions)}, numbers(std::move(values)) {}
};

// From and to memory of the type's elements.
Value value_from(const TensorType& type, const void* elements);
std::vector<std::byte> elements_of(const Value& value);

// Called with every tensor as soon as a layer has made it.
using Observer = std::function<void(TensorId, const Value&)>;

// inputs: one a graph input. Values are dropped behind their last consumer; graph outputs are returned. Uses
// all cores. Throws Error (with the layer) for an operator that has no reference.
std::vector<Value> run_reference(const Graph& graph, Weights& weights, std::span<const Value> inputs,
                                 const Observer& observer = {});

}  // namespace bricks::test
