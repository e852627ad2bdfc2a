#include "bench/onnx/writer.hpp"

#include "bench/onnx/attributes.hpp"
#include "bench/onnx/constant.hpp"
#include "bench/onnx/functions.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <filesystem>
#include <optional>
#include <set>

namespace bricks::onnx_io {
namespace {

using ONNX_NAMESPACE::GraphProto;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::NodeProto;
using ONNX_NAMESPACE::TensorProto;
using ONNX_NAMESPACE::ValueInfoProto;

constexpr std::int64_t opset = 17;
constexpr std::size_t most_inside = 1u << 30;  // bytes of weights within the file

class Writer {
 public:
  Writer(const Graph& graph, Weights& weights, const std::string& path)
      : graph_(graph), weights_(weights), path_(path) {
    std::size_t bytes = 0;
    for (const Tensor& tensor : graph.tensors)
      if (tensor.weight) bytes += tensor_bytes(tensor, Layout::plain, 1);
    if (bytes > most_inside) data_.emplace(path + ".data");
  }

  void run() {
    model_.set_ir_version(8);
    model_.set_producer_name("bricks");
    import_domain("", opset);
    GraphProto& out = *model_.mutable_graph();
    out.set_name(graph_.name.empty() ? "model" : graph_.name);
    for (TensorId id : graph_.inputs) describe(*out.add_input(), id);
    for (TensorId id : graph_.outputs) describe(*out.add_output(), id);
    for (TensorId id = 0; id < static_cast<TensorId>(graph_.tensors.size()); ++id)
      if (graph_.tensor(id).weight) write_weight(id);
    for (const Layer& layer : graph_.layers)
      within("layer '" + layer.name + "' (" + std::string(layer.op->type()) + ")",
             [&] { write_layer(layer); });
    if (!functions_.empty()) import_domain("bricks", 1);
    if (data_) data_->commit();
    write_file(path_, model_.SerializeAsString());
  }

 private:
  void import_domain(const char* domain, std::int64_t version) {
    auto& import = *model_.add_opset_import();
    import.set_domain(domain);
    import.set_version(version);
  }

  void describe(ValueInfoProto& value, TensorId id) {
    const Tensor& tensor = graph_.tensor(id);
    value.set_name(tensor.name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(data_type(tensor.type));
    type.mutable_shape();
    for (std::int64_t d : tensor.shape) type.mutable_shape()->add_dim()->set_dim_value(d);
  }

  void write_weight(TensorId id) {
    const Tensor& tensor = graph_.tensor(id);
    TensorProto& out = *model_.mutable_graph()->add_initializer();
    out.set_name(tensor.name);
    out.set_data_type(data_type(tensor.type));
    for (std::int64_t d : tensor.shape) out.add_dims(d);
    const std::string_view bytes(static_cast<const char*>(weights_.values(graph_, id)),
                                 tensor_bytes(tensor, Layout::plain, 1));
    if (data_)
      write_external(out, bytes);
    else
      out.set_raw_data(bytes.data(), bytes.size());
    weights_.release();
  }

  void write_external(TensorProto& out, std::string_view bytes) {
    const auto entry = [&](const char* key, const std::string& value) {
      auto& pair = *out.add_external_data();
      pair.set_key(key);
      pair.set_value(value);
    };
    out.set_data_location(TensorProto::EXTERNAL);
    entry("location", std::filesystem::path(path_ + ".data").filename().string());
    entry("offset", std::to_string(offset_));
    entry("length", std::to_string(bytes.size()));
    data_->append(bytes);
    offset_ += bytes.size();
  }

  void write_layer(const Layer& layer) {
    NodeProto& node = *model_.mutable_graph()->add_node();
    node.set_name(layer.name);
    for (TensorId id : layer.inputs) node.add_input(id == no_tensor ? "" : graph_.tensor(id).name);
    for (TensorId id : layer.outputs) node.add_output(graph_.tensor(id).name);
    const std::string type(layer.op->type());
    NodeAttributes attributes = attributes_of(*layer.op);
    if (const std::string own = own_name(layer, type); !own.empty()) return write_call(node, own, attributes);
    node.set_op_type(type);
    move_to_inputs(node, layer, type, attributes);
    trim(node);
    for (const auto& [name, value] : attributes.values()) add_attribute(node, name, value);
  }

  // Without its prefix, for an operator that ONNX has not, or not at this opset or with these shapes; else
  // "".
  std::string own_name(const Layer& layer, const std::string& type) const {
    if (type.substr(0, 7) == "bricks.") return type.substr(7);
    if (type == "Gelu") return type;
    if (type == "Constant") return "StoredValue";
    if (type == "Gemm" && graph_.tensor(layer.inputs[0]).shape.size() > 2) return "Linear";
    return "";
  }

  void write_call(NodeProto& node, const std::string& name, const NodeAttributes& attributes) {
    node.set_domain("bricks");
    node.set_op_type(name);
    for (const auto& [key, value] : attributes.values()) add_attribute(node, key, value);
    const ONNX_NAMESPACE::FunctionProto function = own_function(name, node.input_size());
    if (functions_.insert(name).second)
      *model_.add_functions() = function;
    else if (name == "SequenceLast")
      expect_same_inputs(name, function.input_size());
  }

  void expect_same_inputs(const std::string& name, int inputs) const {
    for (const auto& known : model_.functions())
      if (known.name() == name && known.input_size() != inputs)
        throw Error(std::to_string(inputs) + " inputs, expected " + std::to_string(known.input_size()) +
                    " as the others of its kind in this file");
  }

  // What opset 17 wants as inputs and bricks holds as attributes.
  void move_to_inputs(NodeProto& node, const Layer& layer, const std::string& type, NodeAttributes& a) {
    if (type == "Clip") {
      float_input(node, a, "min");
      float_input(node, a, "max");
    } else if (type == "Dropout") {
      float_input(node, a, "ratio");
    } else if (type == "Reshape" || type == "Expand") {
      int_input(node, a, "shape");
    } else if (type == "Unsqueeze") {
      int_input(node, a, "axes");
    } else if (type == "Squeeze" || type == "ReduceSum") {
      optional_int_input(node, a, "axes");
    } else if (type == "Split") {
      optional_int_input(node, a, "split");
    } else if (type == "Slice") {
      for (const char* name : {"starts", "ends"}) int_input(node, a, name);
      for (const char* name : {"axes", "steps"}) optional_int_input(node, a, name);
    } else if (type == "Pad") {
      int_input(node, a, "pads");
      float_input(node, a, "value");
    } else if (type == "Gather") {
      write_indices(node, a);
    } else if (type == "Resize") {
      write_sizes(node, layer, a);
    } else if (type == "Cast") {
      a.set("to", std::int64_t{data_type(element_type_from_name(*a.take_string("to")))});
    } else if (type == "AveragePool") {
      drop_dilations(a);
    } else if (type.substr(0, 6) == "Reduce" || type == "Transpose") {
      drop_empty(a, type == "Transpose" ? "perm" : "axes");
    }
  }

  // AveragePool has dilations from opset 19 on.
  static void drop_dilations(NodeAttributes& a) {
    for (std::int64_t dilation : a.take_ints("dilations").value_or(Ints{}))
      if (dilation != 1)
        throw Error("dilation " + std::to_string(dilation) + ", expected 1 in ONNX's opset 17");
  }

  static void drop_empty(NodeAttributes& a, const char* name) {
    if (const auto* values = std::get_if<Ints>(&a.values().at(name)); values && values->empty()) a.drop(name);
  }

  void int_input(NodeProto& node, NodeAttributes& a, const char* name) {
    node.add_input(list(node, name, a.take_ints(name).value_or(Ints{})));
  }

  // Of one whose empty list says the same as none.
  void optional_int_input(NodeProto& node, NodeAttributes& a, const char* name) {
    const Ints values = a.take_ints(name).value_or(Ints{});
    node.add_input(values.empty() ? "" : list(node, name, values));
  }

  void float_input(NodeProto& node, NodeAttributes& a, const char* name) {
    const float value = a.take_float(name).value_or(0.0f);
    TensorProto& out = initializer(node, name, TensorProto::FLOAT, {});
    out.add_float_data(value);
    node.add_input(out.name());
  }

  void write_indices(NodeProto& node, NodeAttributes& a) {
    const bool scalar = a.take_int("scalar").value_or(0) != 0;
    const Ints indices = a.take_ints("indices").value_or(Ints{});
    if (indices.empty()) return;
    const Ints shape = scalar ? Ints{} : Ints{static_cast<std::int64_t>(indices.size())};
    node.add_input(constant(node, "indices", shape, indices));
  }

  void write_sizes(NodeProto& node, const Layer& layer, NodeAttributes& a) {
    const std::vector<float> scales = a.take_floats("scales").value_or(std::vector<float>{});
    const Ints sizes = a.take_ints("sizes").value_or(Ints{});
    node.add_input("");  // roi
    if (!scales.empty()) {
      TensorProto& out = initializer(node, "scales", TensorProto::FLOAT, {4});
      for (float scale : {1.0f, 1.0f, scales[0], scales[1]}) out.add_float_data(scale);
      node.add_input(out.name());
    } else {
      const Shape& x = graph_.tensor(layer.inputs[0]).shape;
      node.add_input("");
      node.add_input(constant(node, "sizes", {4}, {x[0], x[1], sizes[0], sizes[1]}));
    }
  }

  TensorProto& initializer(const NodeProto& node, const char* what, std::int32_t type, const Ints& shape) {
    TensorProto& out = *model_.mutable_graph()->add_initializer();
    out.set_name(node.name() + "/" + what);
    out.set_data_type(type);
    for (std::int64_t d : shape) out.add_dims(d);
    return out;
  }

  std::string constant(const NodeProto& node, const char* what, const Ints& shape, const Ints& values) {
    TensorProto& out = initializer(node, what, TensorProto::INT64, shape);
    for (std::int64_t value : values) out.add_int64_data(value);
    return out.name();
  }

  std::string list(const NodeProto& node, const char* what, const Ints& values) {
    return constant(node, what, {static_cast<std::int64_t>(values.size())}, values);
  }

  // Optional inputs left out at the end are not written at all.
  static void trim(NodeProto& node) {
    while (node.input_size() > 0 && node.input(node.input_size() - 1).empty())
      node.mutable_input()->RemoveLast();
  }

  const Graph& graph_;
  Weights& weights_;
  const std::string& path_;
  ModelProto model_;
  std::optional<FileWriter> data_;
  std::size_t offset_ = 0;
  std::set<std::string> functions_;
};

}  // namespace

void write_onnx(const Graph& graph, Weights& weights, const std::string& path) {
  within(path, [&] { Writer(graph, weights, path).run(); });
}

}  // namespace bricks::onnx_io
