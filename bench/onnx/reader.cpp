#include "bench/onnx/reader.hpp"

#include "bench/onnx/activation_patterns.hpp"
#include "bench/onnx/arity.hpp"
#include "bench/onnx/conversion.hpp"
#include "bench/onnx/fold.hpp"
#include "bench/onnx/model_file.hpp"
#include "bench/onnx/onnx_weights.hpp"
#include "engine/error.hpp"
#include "engine/run/session.hpp"

#include <algorithm>
#include <filesystem>

namespace bricks::onnx_io {
namespace {

using ONNX_NAMESPACE::GraphProto;
using ONNX_NAMESPACE::NodeProto;
using ONNX_NAMESPACE::ValueInfoProto;

// Before 7 operators differ more; nodes that did not change are read all the same, the others fail by their
// attributes.
constexpr int oldest_opset = 1, newest_opset = 17;

// A file of a few bytes must not fill the memory.
constexpr std::size_t most_folded_elements = std::size_t{1} << 26;
// Nor take minutes: a second or so.
constexpr std::int64_t most_folded_macs = std::int64_t{1} << 32;

std::string node_where(const NodeProto& node) {
  const std::string name = node.name().empty() && node.output_size() > 0 ? node.output(0) : node.name();
  return "node '" + name + "' (" + node.op_type() + ")";
}

class Reader {
 public:
  Reader(const ModelFile& file, const std::string& folder, const ReadOptions& options)
      : file_(file), graph_(file.model.graph()), beside_(folder), options_(options) {
    weights_ = std::make_unique<OnnxWeights>();
    scope_.materialise = [this](const std::string& name, const Constant& constant) {
      for (std::int64_t d : constant.shape)
        if (d == 0) throw Error("'" + name + "' is an empty tensor, expected at least one element");
      const std::string own = weight_name(name);
      weights_->add(own, constant);
      return scope_.builder.weight(own, {constant.type, constant.shape});
    };
  }

  OnnxModel run() {
    find_opset();
    scope_.builder = GraphBuilder(graph_.name().empty() ? "model" : graph_.name());
    for (const auto& [name, constant] : options_.constants) set_constant(name, constant);
    read_initialisers();
    read_inputs();
    read_nodes();
    for (const ValueInfoProto& output : graph_.output())
      within("graph output", [&] { scope_.builder.output(output_tensor(output.name())); });
    OnnxModel result;
    result.graph = scope_.builder.finish();
    result.weights = std::move(weights_);
    result.opset = opset_;
    result.folded_nodes = folded_;
    return result;
  }

 private:
  // A constant that is an output, too, leaves its name to that.
  std::string weight_name(const std::string& name) const {
    const auto is_it = [&](const ValueInfoProto& output) { return output.name() == name; };
    return std::ranges::any_of(graph_.output(), is_it) ? name + "/value" : name;
  }

  // An output that nothing computes becomes a layer that copies its value.
  TensorId output_tensor(const std::string& name) {
    if (!scope_.value(name).constant) return scope_.value(name).tensor;
    return scope_.builder.add(name, make_op("Constant"), {scope_.tensor(name)}, {name})[0];
  }

  void find_opset() {
    std::int64_t opset = 0;
    for (const auto& import : file_.model.opset_import())
      if (is_onnx_domain(import.domain())) opset = import.version();
    if (opset < oldest_opset || opset > newest_opset)
      throw Error("opset " + std::to_string(opset) + ", expected " + std::to_string(oldest_opset) + " to " +
                  std::to_string(newest_opset));
    opset_ = static_cast<int>(opset);
  }

  void set_constant(const std::string& name, Constant constant) {
    if (!scope_.values.emplace(name, Value{std::make_shared<const Constant>(std::move(constant)), no_tensor})
             .second)
      throw Error("'" + name + "' is defined twice");
  }

  void read_initialisers() {
    for (int i = 0; i < graph_.initializer_size(); ++i) {
      const auto& tensor = graph_.initializer(i);
      within("initialiser '" + tensor.name() + "'", [&] {
        set_constant(tensor.name(), read_tensor(tensor, beside_, file_.raw[static_cast<std::size_t>(i)]));
        given_elements_ += scope_.values.at(tensor.name()).constant->count();
      });
    }
  }

  // Older files list their initialisers among the inputs; those are weights all the same.
  void read_inputs() {
    for (const ValueInfoProto& input : graph_.input()) {
      if (scope_.values.count(input.name())) continue;
      within("input '" + input.name() + "'", [&] {
        const auto& type = input.type().tensor_type();
        const TensorId id =
            scope_.builder.input(input.name(), {element_type(type.elem_type()), input_shape(input)});
        scope_.values[input.name()] = {nullptr, id};
      });
    }
    for (const auto& [name, shape] : options_.shapes)
      if (!scope_.values.count(name) || scope_.values[name].constant)
        throw Error("a shape for '" + name + "', which is no input of the model");
  }

  Shape input_shape(const ValueInfoProto& input) const {
    if (const auto given = options_.shapes.find(input.name()); given != options_.shapes.end())
      return given->second;
    if (!input.type().tensor_type().has_shape())
      throw Error("no shape, expected one: give --shape " + input.name() + "=1x3x224x224");
    Shape shape;
    for (const auto& dimension : input.type().tensor_type().shape().dim()) {
      const bool open = !dimension.has_dim_value() || dimension.dim_value() <= 0;
      if (open && !shape.empty())
        throw Error("dimension " + std::to_string(shape.size()) + " ('" + dimension.dim_param() +
                    "') is open, expected a number: give --shape " + input.name() + "=1x3x224x224");
      shape.push_back(open ? 1 : dimension.dim_value());
    }
    return shape;
  }

  void read_nodes() {
    const ActivationPatterns patterns(
        graph_, [&](const std::string& name, const NodeProto* maker) { return number(name, maker); });
    const auto read = [&](const NodeProto& node) { within(node_where(node), [&] { read_node(node); }); };
    for (int i = 0; i < graph_.node_size(); ++i) {
      if (patterns.is_part(i)) continue;
      const ActivationPattern* pattern = patterns.ending_at(i);
      if (pattern && !known_constant(pattern->activation.input(0))) {
        read(pattern->activation);
        continue;
      }
      if (pattern)
        for (int part : pattern->parts) read(graph_.node(part));
      read(graph_.node(i));
    }
  }

  // nullptr for what is computed, or not read yet.
  const Constant* known_constant(const std::string& name) const {
    const auto found = scope_.values.find(name);
    return found == scope_.values.end() ? nullptr : found->second.constant.get();
  }

  // Told without a copy of them, as it is asked of every candidate.
  static bool holds_many(const NodeProto& constant) {
    return std::ranges::any_of(constant.attribute(), [](const auto& a) {
      return a.name() == "value" && std::ranges::any_of(a.t().dims(), [](std::int64_t d) { return d != 1; });
    });
  }

  // Of an initialiser, or of the node Constant that makes it.
  std::optional<float> number(const std::string& name, const NodeProto* maker) {
    const auto only = [](const Constant& constant) -> std::optional<float> {
      if (!constant.floats || constant.count() != 1) return std::nullopt;
      return constant.floats->read().front();
    };
    if (const Constant* known = known_constant(name)) return only(*known);
    if (!maker || maker->op_type() != "Constant" || !is_onnx_domain(maker->domain())) return std::nullopt;
    if (holds_many(*maker)) return std::nullopt;
    return within(node_where(*maker), [&] { return only(constant_of(*maker)); });
  }

  void read_node(const NodeProto& node) {
    if (node.output_size() == 0 || node.output(0).empty()) throw Error("no output, expected one");
    if (is_onnx_domain(node.domain())) {
      expect_arity(node, opset_);
      if (node.op_type() == "Constant") return set_constant(node.output(0), constant_of(node));
      if (fold(node)) return;
    }
    const Rule rule = find_rule(node.domain(), node.op_type());
    if (!rule)
      throw Error("operator " + (node.domain().empty() ? "" : node.domain() + ".") + node.op_type() +
                  " of opset " + std::to_string(opset_) + " is not one that bricks reads");
    Conversion conversion(scope_, node, opset_);
    rule(conversion);
  }

  Constant constant_of(const NodeProto& node) {
    for (const auto& a : node.attribute()) {
      if (a.name() == "value") return read_tensor(a.t(), beside_);
      if (a.name() == "value_float") return make_floats({}, {a.f()});
      if (a.name() == "value_int") return make_integers({}, {a.i()});
      if (a.name() == "value_ints") return make_integers({a.ints_size()}, {a.ints().begin(), a.ints().end()});
      if (a.name() == "value_floats")
        return make_floats({a.floats_size()}, {a.floats().begin(), a.floats().end()});
    }
    throw Error("no value, expected value, value_float, value_floats, value_int or value_ints");
  }

  bool fold(const NodeProto& node) {
    std::vector<FoldInput> inputs;
    bool constant = node.input_size() > 0;
    for (const std::string& name : node.input()) {
      FoldInput input;
      if (!name.empty()) {
        const Value& value = scope_.value(name);
        input.constant = value.constant.get();
        input.shape = value.constant ? Shape(value.constant->shape) : scope_.builder.shape(value.tensor);
        constant = constant && value.constant;
      }
      inputs.push_back(std::move(input));
    }
    if (constant && node.op_type() == "Identity" && node.input_size() == 1) {
      set_constant(node.output(0), *inputs[0].constant);  // its values are shared
      ++folded_;
      return true;
    }
    std::optional<Constant> result = fold_integers(node, inputs);
    if (!result && constant && node.output_size() == 1) result = evaluate(node);
    if (!result) return false;
    folded_elements_ += result->count();
    if (folded_elements_ > most_folded_elements + given_elements_)
      throw Error("constants of more than 2^26 elements come out of folding beside those of the file");
    set_constant(node.output(0), std::move(*result));
    ++folded_;
    return true;
  }

  // A node on constants alone, run once on the engine; none where it needs weights that are weights.
  std::optional<Constant> evaluate(const NodeProto& node) const {
    const Rule rule = find_rule(node.domain(), node.op_type());
    if (!rule) return std::nullopt;
    Scope scope;
    std::vector<const Constant*> values;
    for (const std::string& name : node.input())
      if (!name.empty()) scope.values[name] = {scope_.values.at(name).constant, no_tensor};
    scope.materialise = [&](const std::string& name, const Constant& constant) {
      values.push_back(&constant);
      return scope.builder.input(name, {constant.type, constant.shape});
    };
    try {
      Conversion conversion(scope, node, opset_);
      rule(conversion);
      return run_constants(scope.builder.finish(), values);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  // Whether running takes no longer than reading a file may: multiply-adds are known, and what slides a
  // window over a constant may take days.
  static bool is_quick(const Graph& graph) {
    const auto slides = [](const Layer& layer) {
      const std::string_view type = layer.op->type();
      return type == "AveragePool" || type == "MaxPool" || type == "LRN";
    };
    return total_macs(graph) <= most_folded_macs && std::ranges::none_of(graph.layers, slides);
  }

  static std::optional<Constant> run_constants(const Graph& graph,
                                               const std::vector<const Constant*>& values) {
    std::int64_t given = 0;
    for (const Constant* value : values) given += static_cast<std::int64_t>(value->count());
    for (const Tensor& tensor : graph.tensors)
      if (element_count(tensor.shape) > most_folded + given) return std::nullopt;
    if (!is_quick(graph)) return std::nullopt;
    const Plan plan = make_plan(graph, {});
    OnnxWeights none;
    Session session(plan, pack_weights(plan, none), 1);
    for (std::size_t i = 0; i < values.size(); ++i) session.write_input(i, bytes_of(*values[i]).data());
    session.run();
    const TensorType type = graph.tensor(graph.outputs.at(0));
    std::vector<std::byte> result(static_cast<std::size_t>(element_count(type.shape)) *
                                  element_bytes(type.type));
    session.read_output(0, result.data());
    return constant_from_bytes(type, result);
  }

  const ModelFile& file_;
  const GraphProto& graph_;
  DataFiles beside_;
  const ReadOptions& options_;
  Scope scope_;
  std::unique_ptr<OnnxWeights> weights_;
  int opset_ = 0;
  std::size_t folded_ = 0, folded_elements_ = 0;
  std::size_t given_elements_ = 0;  // of initialisers
};

// Names out of a damaged file may hold anything; a message is one line all the same.
std::string one_line(std::string message) {
  for (char& c : message)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return message;
}

OnnxModel read_file(const std::string& path, const ReadOptions& options) {
  auto file = std::make_shared<const MappedFile>(path);
  return within(path, [&] {
    const ModelFile model = parse_model(std::move(file));
    return Reader(model, std::filesystem::path(path).parent_path().string(), options).run();
  });
}

}  // namespace

OnnxModel read_onnx(const std::string& path, const ReadOptions& options) {
  try {
    return read_file(path, options);
  } catch (const Error& error) {
    throw Error(one_line(error.what()));
  }
}

}  // namespace bricks::onnx_io
