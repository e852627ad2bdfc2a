// One node on its way into a graph.
#pragma once

#include "bench/onnx/attributes.hpp"
#include "bench/onnx/constant.hpp"
#include "engine/graph/builder.hpp"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace bricks::onnx_io {

// What a name of the file stands for: a constant until a layer takes it as a tensor, then that tensor too.
struct Value {
  std::shared_ptr<const Constant> constant;
  TensorId tensor = no_tensor;
};

// A graph being built and the names known in it.
struct Scope {
  GraphBuilder builder{"model"};
  std::unordered_map<std::string, Value> values;
  // How a constant that a layer takes becomes a tensor: a weight of the model, or an input of a graph that is
  // evaluated while reading.
  std::function<TensorId(const std::string& name, const Constant& constant)> materialise;

  // Throws Error for an unknown name.
  Value& value(const std::string& name);
  TensorId tensor(const std::string& name);
};

class Conversion {
 public:
  Conversion(Scope& scope, const ONNX_NAMESPACE::NodeProto& node, int opset);

  NodeAttributes attributes;
  const int opset;

  std::string type() const { return node_.op_type(); }
  std::size_t inputs() const { return static_cast<std::size_t>(node_.input_size()); }
  bool has_input(std::size_t index) const;
  // The constant behind an input; nullptr for data and for an input left out.
  const Constant* constant(std::size_t index) const;
  TensorId input(std::size_t index) const;  // no_tensor for one left out
  std::vector<TensorId> all_inputs() const;
  Shape shape(std::size_t index) const;  // of any input, known without making it a tensor
  std::size_t outputs() const { return static_cast<std::size_t>(node_.output_size()); }

  // Constant integers of an input; Error when it is computed.
  Ints integers(std::size_t index) const;
  // The constant integers of input `index` in newer opsets, or of the attribute in older ones; {} when
  // neither is given.
  std::optional<Ints> integers_or_attribute(std::size_t index, const std::string& name);
  float number(std::size_t index) const;

  // A layer whose results get the node's output names; and one in between, named after the node.
  void finish(OpPointer op, std::vector<TensorId> inputs);
  TensorId intermediate(OpPointer op, std::vector<TensorId> inputs);
  // The operator of that type with the node's attributes as they now are.
  OpPointer op(std::string_view type) const { return make_op_with(type, attributes); }

 private:
  std::string name() const;

  Scope& scope_;
  const ONNX_NAMESPACE::NodeProto& node_;
  int intermediates_ = 0;
};

// How nodes of that type are read; nullptr for a type that bricks does not know. domain: "" or "bricks".
using Rule = void (*)(Conversion&);
Rule find_rule(const std::string& domain, const std::string& type);

}  // namespace bricks::onnx_io
