// A node's attributes, and how they become an operator's.
#pragma once

#include "bench/onnx/proto.hpp"
#include "engine/graph/op.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bricks::onnx_io {

using Ints = std::vector<std::int64_t>;
using AttributeValue = std::variant<std::int64_t, float, std::string, Ints, std::vector<float>>;

// By name. Conversions add what newer opsets give as inputs and take away what bricks expresses otherwise.
class NodeAttributes {
 public:
  NodeAttributes() = default;
  // Attributes that hold tensors or graphs are left out: their nodes look at the message itself. Throws Error
  // for one that does not say its type.
  explicit NodeAttributes(const ONNX_NAMESPACE::NodeProto& node);

  // The value, taken away; none where it is absent. Throws Error where it has another type.
  std::optional<std::int64_t> take_int(const std::string& name);
  std::optional<float> take_float(const std::string& name);
  std::optional<std::string> take_string(const std::string& name);
  std::optional<Ints> take_ints(const std::string& name);
  std::optional<std::vector<float>> take_floats(const std::string& name);

  void set(const std::string& name, AttributeValue value) { values_[name] = std::move(value); }
  void drop(const std::string& name) { values_.erase(name); }
  const std::map<std::string, AttributeValue>& values() const { return values_; }

 private:
  template <class T>
  std::optional<T> take(const std::string& name, const char* expected);

  std::map<std::string, AttributeValue> values_;
};

// The operator of that type with these attributes. Throws Error for one that it does not know, misses or has
// otherwise.
OpPointer make_op_with(std::string_view type, const NodeAttributes& attributes);

// All of an operator's attributes, defaults included.
NodeAttributes attributes_of(const Op& op);
void add_attribute(ONNX_NAMESPACE::NodeProto& node, const std::string& name, const AttributeValue& value);

}  // namespace bricks::onnx_io
