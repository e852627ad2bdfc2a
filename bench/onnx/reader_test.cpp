// What ordinary exporters write beside the plain layers: constants that nodes make of constants, initialisers
// that are outputs, attributes of older opsets.
#include "bench/onnx/reader.hpp"

#include "bench/infer/infer.hpp"
#include "bench/onnx/text_model.hpp"
#include "bench/onnx/writer.hpp"
#include "bench/session/temporary_folder.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/complaint.hpp"

#include <cstring>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::onnx_io;

namespace {

// header: inputs and outputs in ONNX's text form, "(float[2] x) => (float y)".
OnnxModel read_nodes(const std::string& header, const std::string& nodes, int opset = 17) {
  return read_text("<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]> model " + header +
                   " {" + nodes + "}");
}

using Floats = std::vector<float>;

// The first output for an input of 1, 2, 3, ...
Floats outputs_of(const OnnxModel& model) {
  const Tensor& x = model.graph.tensor(model.graph.inputs.at(0));
  Floats values(static_cast<std::size_t>(element_count(x.shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i + 1);
  NpyArray array{x.type, x.shape, std::vector<std::byte>(values.size() * sizeof(float))};
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  const NpyArray y = infer(model.graph, *model.weights, {{x.name, array}}, {}, 1).at(0).array;
  Floats result(y.bytes.size() / sizeof(float));
  std::memcpy(result.data(), y.bytes.data(), y.bytes.size());
  return result;
}

std::vector<std::string> types_of(const OnnxModel& model) {
  std::vector<std::string> all;
  for (const Layer& layer : model.graph.layers) all.emplace_back(layer.op->type());
  return all;
}

using Types = std::vector<std::string>;

}  // namespace

TEST_CASE("ONNX: what nodes make of integer constants is known while reading") {
  // As PyTorch writes pads: in its own order, turned over.
  const OnnxModel padded = read_nodes("(float[1,1,1,2] x) => (float y)", R"(
    given = Constant <value_ints = [1, 0, 0, 0, 0, 0, 0, 0]> ()
    pairs = Constant <value_ints = [-1, 2]> ()
    rows = Reshape (given, pairs)
    zero = Constant <value_ints = [0]> ()
    last = Constant <value_ints = [-1]> ()
    least = Constant <value_ints = [-9223372036854775807]> ()
    turned = Slice (rows, last, least, zero, last)
    columns = Transpose <perm = [1, 0]> (turned)
    pads = Reshape (columns, last)
    y = Pad (x, pads)
  )");
  CHECK(types_of(padded) == Types{"Pad"});
  CHECK(outputs_of(padded) == Floats{0, 1, 2});

  const OnnxModel sized = read_nodes("(float[1,1,1,2] x) => (float y)", R"(
    size = Constant <value_float = 2.0> ()
    whole = Cast <to = 7> (size)
    zero = Constant <value_ints = [0]> ()
    list = Unsqueeze (whole, zero)
    one = Constant <value_ints = [1, 1]> ()
    shape = Concat <axis = 0> (one, list)
    y = Reshape (x, shape)
  )");
  CHECK(sized.graph.tensor(sized.graph.outputs[0]).shape == Shape{1, 1, 2});
}

TEST_CASE("ONNX: Where on constants of other shapes broadcasts") {
  const OnnxModel model = read_nodes("(float[2,2] x) => (float y)", R"(
    left = Constant <value_ints = [1, 0]> ()
    column = Constant <value_ints = [2, 1]> ()
    numbers = Reshape (left, column)
    condition = Cast <to = 9> (numbers)
    a = Constant <value_ints = [1, 2]> ()
    b = Constant <value_int = 7> ()
    chosen = Where (condition, a, b)
    floats = Cast <to = 1> (chosen)
    y = Mul (x, floats)
  )");
  CHECK(outputs_of(model) == Floats{1, 4, 21, 28});
}

TEST_CASE("ONNX: a constant that layers use may be an output too") {
  const OnnxModel model = read_nodes("(float[2] x) => (float y, float w)", R"(
    w = Constant <value_floats = [10.0, 20.0]> ()
    y = Add (x, w)
  )");
  CHECK(outputs_of(model) == Floats{11, 22});
  CHECK(model.graph.tensor(model.graph.outputs[1]).name == "w");
}

TEST_CASE("ONNX: a renamed weight is that weight") {
  const OnnxModel model = read_nodes("(float[1,2] x) => (float y)", R"(
    w = Constant <value_floats = [10.0, 20.0]> ()
    same = Identity (w)
    shape = Constant <value_ints = [2, 1]> ()
    m = Reshape (same, shape)
    y = MatMul (x, m)
  )");
  CHECK(outputs_of(model) == Floats{50});
}

TEST_CASE("ONNX: Resize of opset 10 takes the element behind where maps get smaller") {
  const auto resized = [](const std::string& scales) {
    return outputs_of(
        read_nodes("(float[1,1,2,4] x) => (float y)",
                   "s = Constant <value_floats = [1.0, 1.0, " + scales + "]> () y = Resize (x, s)", 10));
  };
  CHECK(resized("0.6, 0.6") == Floats{1, 3});
  CHECK(resized("1.0, 0.5") == Floats{1, 3, 5, 7});
  CHECK(resized("1.0, 1.5") == Floats{1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8});
  CHECK(test::complaint([&] { resized("0.5, 2.0"); }).find("one scale below 1") != std::string::npos);
}

TEST_CASE("ONNX: sizes and places of Resize are float32 numbers") {
  const auto resized = [](int size, const std::string& scale) {
    return outputs_of(read_nodes("(float[1,1,1," + std::to_string(size) + "] x) => (float y)",
                                 "s = Constant <value_floats = [1.0, 1.0, 1.0, " + scale +
                                     "]> () y = Resize <coordinate_transformation_mode = \"asymmetric\", "
                                     "nearest_mode = \"floor\"> (x, , s)"));
  };
  CHECK(resized(10, "0.7").size() == 7);
  CHECK(resized(20, "1.4").size() == 28);
  CHECK(resized(6, "1.3333334")[4] == 4);
}

TEST_CASE("ONNX: allowzero matters only to a zero") {
  CHECK(outputs_of(read_nodes("(float[2] x) => (float y)",
                              "s = Constant <value_ints = [1, -1]> () y = Reshape <allowzero = 1> (x, s)")) ==
        Floats{1, 2});
  CHECK(test::complaint([] {
          read_nodes("(float[2] x) => (float y)",
                     "s = Constant <value_ints = [0, -1]> () y = Reshape <allowzero = 1> (x, s)");
        }).find("allowzero 1") != std::string::npos);
}

TEST_CASE("ONNX: infinite attributes are read, written and read again, as JSON too") {
  const OnnxModel model = read_nodes("(float[1,1,2,2] x) => (float y)", R"(
    pads = Constant <value_ints = [0, 0, 0, 0, 0, 0, 1, 1]> ()
    zero = Constant <value_float = 0.0> ()
    least = Log (zero)
    padded = Pad (x, pads, least)
    y = MaxPool <kernel_shape = [2, 2], strides = [1, 1]> (padded)
  )");
  CHECK(outputs_of(model) == Floats{4, 4, 4, 4});
  const Graph again = parse_model(model_to_json(model.graph), "model");
  CHECK(model_to_json(again) == model_to_json(model.graph));
  CHECK(model_to_json(again).find("\"-inf\"") != std::string::npos);
}

TEST_CASE("ONNX: empty lists that are wanted are written") {
  const OnnxModel model = read_nodes("(float[1] x) => (float y)",
                                     "one = Constant <value_int = 1> () s = Shape (one) y = Reshape (x, s)");
  CHECK(model.graph.tensor(model.graph.outputs[0]).shape.empty());
  const TemporaryFolder folder;
  const std::string path = folder.path() / "model.onnx";
  write_onnx(model.graph, *model.weights, path);
  const OnnxModel again = read_onnx(path);
  CHECK(again.graph.tensor(again.graph.outputs[0]).shape.empty());
  CHECK(outputs_of(again) == Floats{1});
}

TEST_CASE("ONNX: a window over constants is not slid while reading") {
  const std::string nodes = R"(
    s = Constant <value_ints = [1, 1, 4096, 4096]> ()
    c = ConstantOfShape (s)
    y = AveragePool <kernel_shape = [4095, 4095], auto_pad = "SAME_UPPER"> (c)
  )";
  CHECK(test::complaint([&] { read_nodes("(float[1] x) => (float y)", nodes); }).find("AveragePool") !=
        std::string::npos);
}
