#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/json.hpp"
#include "engine/formats/json_attributes.hpp"
#include "engine/formats/layer_order.hpp"
#include "engine/formats/model_json.hpp"
#include "engine/graph/builder.hpp"

#include <unordered_map>

namespace bricks {
namespace {

constexpr std::size_t most_inputs = 4096;  // of one layer; and outputs

Shape read_shape(const Json& json) {
  constexpr std::size_t largest_rank = 8;
  if (json.size() > largest_rank)
    throw Error("'shape': found " + std::to_string(json.size()) + " dimensions, expected at most " +
                std::to_string(largest_rank));
  Shape shape;
  for (const Json& size : json) {
    if (!size.is_number_integer() || size < 1 || size > std::int64_t{1} << 40)
      throw Error("'shape': found " + describe(size) + ", expected an integer in [1, 2^40]");
    shape.push_back(size.get<std::int64_t>());
  }
  element_count(shape);
  return shape;
}

std::string nonempty_string(const Json& object, const std::string& key) {
  std::string text = string_member(object, key);
  if (text.empty()) throw Error("'" + key + "': found an empty string, expected a name");
  return text;
}

std::vector<std::string> read_names(const Json& object, const std::string& key, bool may_be_empty) {
  const Json& list = array_member(object, key);
  if (list.size() > most_inputs)
    throw Error("'" + key + "': found " + describe(list) + ", expected at most " +
                std::to_string(most_inputs));
  std::vector<std::string> names;
  for (const Json& name : list) {
    if (!name.is_string())
      throw Error("'" + key + "': found " + describe(name) + ", expected a tensor's name");
    names.push_back(name.get<std::string>());
    if (names.back().empty() && !may_be_empty)
      throw Error("'" + key + "': found an empty string, expected a tensor's name");
  }
  return names;
}

std::string at(std::string_view what, std::size_t index) {
  return std::string(what) + " " + std::to_string(index + 1);
}

struct NamedType {
  std::string name;
  TensorType type;
};

// The "inputs" or "weights" of a model.
std::vector<NamedType> read_tensors(const Json& model, const std::string& key, std::string_view what) {
  std::vector<NamedType> tensors;
  for (const Json& json : array_member(model, key)) {
    NamedType tensor;
    within(at(what, tensors.size()), [&] {
      expect_members(json, {"name", "type", "shape"});
      tensor.name = nonempty_string(json, "name");
    });
    within(std::string(what) + " '" + shortened(tensor.name) + "'", [&] {
      tensor.type = {element_type_from_name(shortened(string_member(json, "type"))),
                     read_shape(array_member(json, "shape"))};
    });
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

std::vector<ListedLayer> read_layers(const Json& model) {
  std::vector<ListedLayer> layers;
  for (const Json& json : array_member(model, "layers")) {
    ListedLayer layer;
    within(at("layer", layers.size()), [&] {
      if (!json.is_object()) throw Error("found " + describe(json) + ", expected an object");
      layer.name = nonempty_string(json, "name");
    });
    within("layer '" + shortened(layer.name) + "'", [&] {
      expect_members(json, {"name", "op_type", "inputs", "outputs", "attributes"});
      layer.inputs = read_names(json, "inputs", true);
      layer.outputs = read_names(json, "outputs", false);
    });
    layers.push_back(std::move(layer));
  }
  if (layers.empty()) throw Error("'layers': found an empty array, expected at least one layer");
  return layers;
}

OpPointer read_layer_op(const Json& json) {
  const std::string type = nonempty_string(json, "op_type");
  static const Json none = Json::object();
  const auto attributes = json.find("attributes");
  return within(shortened(type),
                [&] { return read_op(type, attributes == json.end() ? none : *attributes); });
}

class ModelBuilder {
 public:
  explicit ModelBuilder(const std::string& name) : builder_(name) {}

  void inputs(const std::vector<NamedType>& tensors) {
    for (const NamedType& t : tensors) ids_[t.name] = builder_.input(t.name, t.type);
  }
  void weights(const std::vector<NamedType>& tensors) {
    for (const NamedType& t : tensors) ids_[t.name] = builder_.weight(t.name, t.type);
  }
  void layer(const ListedLayer& listed, OpPointer op) {
    std::vector<TensorId> inputs;
    for (const std::string& name : listed.inputs) inputs.push_back(name.empty() ? no_tensor : ids_.at(name));
    const std::vector<TensorId> outputs = builder_.add(listed.name, std::move(op), inputs, listed.outputs);
    if (outputs.size() != listed.outputs.size())
      throw Error("layer '" + shortened(listed.name) + "': found " + std::to_string(listed.outputs.size()) +
                  " outputs, expected " + std::to_string(outputs.size()));
    for (std::size_t i = 0; i < outputs.size(); ++i) ids_[listed.outputs[i]] = outputs[i];
  }
  void outputs(const std::vector<std::string>& names) {
    if (names.empty()) throw Error("'outputs': found an empty array, expected at least one tensor");
    for (const std::string& name : names) {
      const auto found = ids_.find(name);
      if (found == ids_.end() || builder_.tensor(found->second).weight)
        throw Error("'outputs': found '" + shortened(name) +
                    "', expected a graph input or an output of a layer");
      builder_.output(found->second);
    }
  }
  Graph finish() { return builder_.finish(); }

 private:
  GraphBuilder builder_;
  std::unordered_map<std::string, TensorId> ids_;
};

void check_version(const Json& model) {
  const auto version = model.find("schema_version");
  if (version == model.end() || *version != model_schema_version)
    throw Error("'schema_version': found " + describe(version == model.end() ? nullptr : &*version) +
                ", expected " + std::to_string(model_schema_version));
}

Graph read_graph(const Json& model) {
  expect_members(model, {"schema_version", "name", "inputs", "outputs", "weights", "layers"});
  check_version(model);
  const std::vector<NamedType> inputs = read_tensors(model, "inputs", "input");
  const std::vector<NamedType> weights = read_tensors(model, "weights", "weight");
  const std::vector<ListedLayer> layers = read_layers(model);
  std::vector<std::string> defined;
  for (const std::vector<NamedType>& tensors : {inputs, weights})
    for (const NamedType& tensor : tensors) defined.push_back(tensor.name);
  const std::vector<std::size_t> order = layer_order(layers, defined);

  ModelBuilder builder(nonempty_string(model, "name"));
  builder.inputs(inputs);
  builder.weights(weights);
  for (std::size_t i : order) {
    const OpPointer op = within("layer '" + shortened(layers[i].name) + "'",
                                [&] { return read_layer_op(model.at("layers").at(i)); });
    builder.layer(layers[i], op);
  }
  builder.outputs(read_names(model, "outputs", false));
  return builder.finish();
}

}  // namespace

Graph parse_model(std::string_view text, const std::string& where) {
  const Json model = parse_json(text, where);
  return within(where, [&] { return read_graph(model); });
}

Graph read_model(const std::string& path) { return parse_model(read_file(path, largest_model_file), path); }

}  // namespace bricks
