#include "engine/formats/model_json.hpp"
#include "tests/support/complaint.hpp"

#include <doctest/doctest.h>

using bricks::parse_model;
using bricks::test::complaint;

namespace {

// A legal model, with one of its parts replaced.
struct Model {
  std::string version = "1";
  std::string name = R"("m")";
  std::string inputs = R"({"name": "x", "type": "float32", "shape": [1, 2, 4, 4]})";
  std::string outputs = R"("r")";
  std::string weights = R"({"name": "w", "type": "float32", "shape": [3, 2, 1, 1]})";
  std::string conv = R"({"name": "c", "op_type": "Conv", "inputs": ["x", "w"], "outputs": ["c"],
                         "attributes": {"kernel_shape": [1, 1]}})";
  std::string relu =
      R"({"name": "r", "op_type": "Relu", "inputs": ["c"], "outputs": ["r"], "attributes": {}})";
  std::string rest;

  std::string text() const {
    return "{\"schema_version\": " + version + ", \"name\": " + name + ", \"inputs\": [" + inputs +
           "], \"outputs\": [" + outputs + "], \"weights\": [" + weights + "], \"layers\": [" + conv +
           (relu.empty() ? "" : ", " + relu) + "]" + rest + "}";
  }
  std::string error() const {
    return complaint([this] { parse_model(text(), "m.json"); });
  }
};

std::string layer(const std::string& name, const std::string& type, const std::string& inputs,
                  const std::string& outputs, const std::string& attributes = "{}") {
  return "{\"name\": \"" + name + "\", \"op_type\": \"" + type + "\", \"inputs\": [" + inputs +
         "], \"outputs\": [" + outputs + "], \"attributes\": " + attributes + "}";
}

std::string with_input_shape(const std::string& shape) {
  Model model;
  model.inputs = R"({"name": "x", "type": "float32", "shape": )" + shape + "}";
  return model.error();
}
std::string with_conv(const std::string& conv) {
  Model model;
  model.conv = conv;
  return model.error();
}
std::string with_relu(const std::string& relu) {
  Model model;
  model.relu = relu;
  return model.error();
}
std::string with_outputs(const std::string& outputs) {
  Model model;
  model.outputs = outputs;
  return model.error();
}

}  // namespace

TEST_CASE("the model that the other tests spoil is legal") { CHECK(Model().error() == "no error"); }

TEST_CASE("top level") {
  CHECK(complaint([] { parse_model("[]", "m.json"); }) == "m.json: found an array of 0, expected an object");
  CHECK(complaint([] { parse_model("{}", "m.json"); }) ==
        "m.json: 'schema_version': found nothing, expected 1");
  Model model;
  model.version = "2";
  CHECK(model.error() == "m.json: 'schema_version': found 2, expected 1");
  model = {};
  model.name = "7";
  CHECK(model.error() == "m.json: 'name': found 7, expected a string");
  model = {};
  model.rest = R"(, "layer": [])";
  CHECK(model.error() == "m.json: found the unknown key 'layer', did you mean 'layers'?");
  model = {};
  model.rest = R"(, "name": "again")";
  CHECK(model.error() == "m.json: found the key 'name' twice in an object, expected it once");
}

TEST_CASE("sizes") {
  CHECK(with_input_shape("[1, 0, 4, 4]") ==
        "m.json: input 'x': 'shape': found 0, expected an integer in [1, 2^40]");
  CHECK(with_input_shape("[1, -2, 4, 4]") ==
        "m.json: input 'x': 'shape': found -2, expected an integer in [1, 2^40]");
  CHECK(with_input_shape("[1, 2.0, 4, 4]") ==
        "m.json: input 'x': 'shape': found 2.0, expected an integer in [1, 2^40]");
  CHECK(with_input_shape("[18446744073709551615]") ==
        "m.json: input 'x': 'shape': found 18446744073709551615, expected an integer in [1, 2^40]");
  CHECK(with_input_shape("[1048576, 1048576, 1048576, 1048576]") ==
        "m.json: input 'x': shape 1048576x1048576x1048576x1048576, expected at most 2^40 elements");
  CHECK(with_input_shape("[1, 1, 1, 1, 1, 1, 1, 1, 1]") ==
        "m.json: input 'x': 'shape': found 9 dimensions, expected at most 8");
  CHECK(with_input_shape("4") == "m.json: input 'x': 'shape': found 4, expected an array");
  CHECK(with_input_shape("[1, 3, 4, 4]").rfind("m.json: layer 'c' (Conv): ", 0) == 0);
}

TEST_CASE("inputs and weights") {
  Model model;
  model.inputs = R"({"name": "x", "type": "float16", "shape": [1]})";
  CHECK(model.error() == "m.json: input 'x': element type 'float16', expected float32, int32, int64 or bool");
  model.inputs = R"({"name": "x", "shape": [1]})";
  CHECK(model.error() == "m.json: input 'x': 'type': found nothing, expected a string");
  model.inputs = R"({"name": "", "type": "float32", "shape": [1]})";
  CHECK(model.error() == "m.json: input 1: 'name': found an empty string, expected a name");
  model.inputs = "3";
  CHECK(model.error() == "m.json: input 1: found 3, expected an object");
  model = {};
  model.weights = R"({"name": "x", "type": "float32", "shape": [3, 2, 1, 1]})";
  CHECK(model.error() == "m.json: tensor 'x' is defined twice, expected once");
}

TEST_CASE("wiring") {
  CHECK(with_relu(layer("r", "Relu", R"("d")", R"("r")")) ==
        "m.json: layer 'r': found the input 'd', expected a graph input, a weight or an output of a layer");
  CHECK(with_relu(layer("r", "Relu", R"("c")", R"("x")")) ==
        "m.json: layer 'r': tensor 'x' is defined twice, expected once");
  CHECK(with_relu(layer("c", "Relu", R"("c")", R"("r")")) == "m.json: layer 'c' stands twice, expected once");
  CHECK(with_relu(layer("r", "Relu", R"("r")", R"("r")")) ==
        "m.json: layer 'r': found a cycle, expected a graph in which no layer depends on its own output");
  CHECK(with_relu(layer("r", "Add", R"("c", "s")", R"("r")") + "," + layer("s", "Relu", R"("t")", R"("s")") +
                  "," + layer("t", "Add", R"("s", "c")", R"("t")"))
            .rfind("m.json: layer 's': found a cycle", 0) == 0);
  CHECK(with_relu(layer("r", "Relu", R"("c", "c")", R"("r")")).rfind("m.json: layer 'r' (Relu): ", 0) == 0);
  CHECK(with_relu(layer("r", "Relu", R"("")", R"("r")")).rfind("m.json: layer 'r' (Relu): ", 0) == 0);
  CHECK(with_relu(layer("r", "Relu", R"("c")", R"("r", "q")")) ==
        "m.json: layer 'r' (Relu): 2 outputs, expected 1");
  CHECK(with_relu(layer("r", "Relu", R"("c")", "")) == "m.json: layer 'r': found 0 outputs, expected 1");
  CHECK(with_relu(layer("r", "Relu", "3", R"("r")")) ==
        "m.json: layer 'r': 'inputs': found 3, expected a tensor's name");
  CHECK(with_outputs(R"("w")") ==
        "m.json: 'outputs': found 'w', expected a graph input or an output of a layer");
  CHECK(with_outputs(R"("q")") ==
        "m.json: 'outputs': found 'q', expected a graph input or an output of a layer");
  CHECK(with_outputs("") == "m.json: 'outputs': found an empty array, expected at least one tensor");
}

TEST_CASE("operators") {
  CHECK(with_relu(layer("r", "Relo", R"("c")", R"("r")")).rfind("m.json: layer 'r': ", 0) == 0);
  CHECK(with_relu(layer("r", "Relo", R"("c")", R"("r")")).find("'Relu'") != std::string::npos);
  CHECK(with_relu(layer("r", "", R"("c")", R"("r")")) ==
        "m.json: layer 'r': 'op_type': found an empty string, expected a name");
  CHECK(with_relu(R"({"name": "r", "inputs": [], "outputs": ["r"]})") ==
        "m.json: layer 'r': 'op_type': found nothing, expected a string");
  CHECK(with_conv(layer("c", "Conv", R"("x", "w")", R"("c")")) ==
        "m.json: layer 'c': Conv: attribute 'kernel_shape': found nothing, expected an array of integers");
  CHECK(with_conv(layer("c", "Conv", R"("x", "w")", R"("c")", R"({"kernel_shape": [3, 3]})"))
            .rfind("m.json: layer 'c' (Conv): ", 0) == 0);
  CHECK(with_conv(layer("c", "Conv", R"("x", "w")", R"("c")", R"({"kernel_shape": [1]})"))
            .rfind("m.json: layer 'c' (Conv): ", 0) == 0);
  CHECK(with_conv("[]") == "m.json: layer 1: found an array of 0, expected an object");
}
