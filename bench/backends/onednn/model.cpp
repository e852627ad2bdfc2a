#include "bench/backends/onednn/model.hpp"

#include "bench/onnx/proto.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace bricks::onednn {
namespace {

using ONNX_NAMESPACE::AttributeProto;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::NodeProto;
using ONNX_NAMESPACE::TensorProto;
using ONNX_NAMESPACE::ValueInfoProto;

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

template <class T, class Typed>
std::vector<T> values(const TensorProto& tensor, const Typed& typed) {
  if (!tensor.has_raw_data()) return {typed.begin(), typed.end()};
  std::vector<T> all(tensor.raw_data().size() / sizeof(T));
  if (!all.empty()) std::memcpy(all.data(), tensor.raw_data().data(), all.size() * sizeof(T));
  return all;
}

Constant constant_of(const TensorProto& tensor) {
  if (tensor.data_location() == TensorProto::EXTERNAL) fail(tensor.name() + " lies outside of the file");
  Constant constant{{tensor.dims().begin(), tensor.dims().end()}, {}, {}};
  if (tensor.data_type() == TensorProto::FLOAT)
    constant.floats = values<float>(tensor, tensor.float_data());
  else if (tensor.data_type() == TensorProto::INT64)
    constant.integers = values<std::int64_t>(tensor, tensor.int64_data());
  else
    fail(tensor.name() + " is of type " + std::to_string(tensor.data_type()) + ", expected float or int64");
  std::int64_t count = 1;
  for (std::int64_t d : constant.dims) count *= d;
  if (count != static_cast<std::int64_t>(constant.floats.size() + constant.integers.size()))
    fail(tensor.name() + " holds another number of values than its shape");
  return constant;
}

Dims input_dims(const ValueInfoProto& input) {
  const auto& type = input.type().tensor_type();
  if (type.elem_type() != TensorProto::FLOAT) fail("input " + input.name() + " is no float32 tensor");
  Dims dims;
  for (const auto& d : type.shape().dim()) {
    if (d.dim_value() < 1) fail("input " + input.name() + " has no fixed shape");
    dims.push_back(d.dim_value());
  }
  return dims;
}

Node node_of(const NodeProto& proto) {
  Node node{proto.domain(), proto.op_type(), proto.name(), {}, {}, {}, {}, {}};
  node.inputs.assign(proto.input().begin(), proto.input().end());
  node.outputs.assign(proto.output().begin(), proto.output().end());
  if (node.inputs.empty() || node.outputs.empty()) fail(where(node) + " without inputs or outputs");
  for (const AttributeProto& a : proto.attribute()) {
    if (a.type() == AttributeProto::INT) node.integers[a.name()] = {a.i()};
    if (a.type() == AttributeProto::INTS) node.integers[a.name()] = {a.ints().begin(), a.ints().end()};
    if (a.type() == AttributeProto::FLOAT) node.numbers[a.name()] = a.f();
    if (a.type() == AttributeProto::STRING) node.texts[a.name()] = a.s();
  }
  return node;
}

void expect_opset(const ModelProto& model) {
  for (const auto& import : model.opset_import())
    if (import.domain().empty() && (import.version() < 13 || import.version() > 17))
      fail("opset " + std::to_string(import.version()) + ", expected 13 to 17");
}

}  // namespace

Dims Node::ints(const std::string& attribute, Dims otherwise) const {
  const auto found = integers.find(attribute);
  return found == integers.end() ? otherwise : found->second;
}

std::int64_t Node::integer(const std::string& attribute, std::int64_t otherwise) const {
  const Dims found = ints(attribute, {otherwise});
  return found.size() == 1 ? found[0] : otherwise;
}

float Node::number(const std::string& attribute, float otherwise) const {
  const auto found = numbers.find(attribute);
  return found == numbers.end() ? otherwise : found->second;
}

std::string where(const Node& node) {
  return "operator " + (node.domain.empty() ? "" : node.domain + ".") + node.type + " (node '" + node.name +
         "')";
}

Model read_model(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  ModelProto proto;
  if (!file || !proto.ParseFromIstream(&file)) fail(path + ": no ONNX model");
  expect_opset(proto);
  Model model;
  for (const auto& tensor : proto.graph().initializer()) model.constants[tensor.name()] = constant_of(tensor);
  for (const auto& input : proto.graph().input())
    if (!model.constants.count(input.name())) model.inputs.emplace_back(input.name(), input_dims(input));
  for (const auto& output : proto.graph().output()) model.outputs.push_back(output.name());
  for (const auto& node : proto.graph().node()) model.nodes.push_back(node_of(node));
  return model;
}

}  // namespace bricks::onednn
