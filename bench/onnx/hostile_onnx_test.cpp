#include "bench/infer/infer.hpp"
#include "bench/onnx/text_model.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/kernel_test.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::onnx_io;
using namespace bricks::test;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::NodeProto;
using ONNX_NAMESPACE::TensorProto;

namespace {

class Folder {
 public:
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  const std::string path = "/tmp/bricks-hostile-" + std::to_string(getpid());
  const std::string file = path + "/model.onnx";
};

// Not through write_file, which waits for the disk.
void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// What reading a file of these bytes complains of.
std::string complaint_of(const std::string& bytes) {
  const Folder folder;
  put(folder.file, bytes);
  return complaint([&] { read_onnx(folder.file); });
}
std::string complaint_of(const ModelProto& model) { return complaint_of(model.SerializeAsString()); }

void add_weight(ModelProto& model, const std::string& name, const Shape& shape) {
  TensorProto& tensor = *model.mutable_graph()->add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(TensorProto::FLOAT);
  for (std::int64_t d : shape) tensor.add_dims(d);
  std::vector<float> values(static_cast<std::size_t>(element_count(shape)), 0.125f);
  tensor.set_raw_data(values.data(), values.size() * sizeof(float));
}

// A model in ONNX's text form with weights w (4x3x3x3), s (4) and m (5x4).
ModelProto parsed(const std::string& nodes) {
  ModelProto model = model_from_text(R"(<ir_version: 8, opset_import: ["" : 17]>
    hostile (float[1,3,8,8] x) => (float y) { )" +
                                     nodes + " }");
  add_weight(model, "w", {4, 3, 3, 3});
  add_weight(model, "s", {4});
  add_weight(model, "m", {5, 4});
  return model;
}

ModelProto valid() {
  return parsed(R"(
    a = Conv <pads = [1, 1, 1, 1], kernel_shape = [3, 3]> (x, w, s)
    b = BatchNormalization <epsilon = 0.001> (a, s, s, s, s)
    c = Clip (b)
    d = MaxPool <kernel_shape = [2, 2], strides = [2, 2], ceil_mode = 1> (c)
    left, right = Split <axis = 1> (d)
    e = Concat <axis = 1> (right, left)
    scales = Constant <value_floats = [1.0, 1.0, 2.0, 2.0]> ()
    f = Resize <mode = "linear"> (e, , scales)
    sigmoid = Sigmoid (f)
    silu = Mul (sigmoid, f)
    g = Add (silu, c)
    h = GlobalAveragePool (g)
    shape = Shape (h)
    zero = Constant <value_ints = [0]> ()
    open = Constant <value_ints = [-1]> ()
    batch = Gather (shape, zero)
    flat = Concat <axis = 0> (batch, open)
    i = Reshape (h, flat)
    j = Gemm <transB = 1> (i, m)
    root = Constant <value_float = 1.41421354> ()
    one = Constant <value_float = 1.0> ()
    half = Constant <value_float = 0.5> ()
    quotient = Div (j, root)
    erf = Erf (quotient)
    sum = Add (erf, one)
    product = Mul (j, sum)
    gelu = Mul (product, half)
    y = Softmax <axis = 1> (gelu)
  )");
}

// Reads the file and runs it on zeros, unless that would take long.
void run_if_small(const std::string& path) {
  OnnxModel model = read_onnx(path);
  std::int64_t elements = total_macs(model.graph);
  for (const Tensor& tensor : model.graph.tensors) elements += element_count(tensor.shape);
  if (elements > 1 << 20) return;
  std::map<std::string, NpyArray> inputs;
  for (TensorId id : model.graph.inputs) {
    const Tensor& tensor = model.graph.tensor(id);
    NpyArray array{tensor.type, tensor.shape, {}};
    array.bytes.resize(tensor_bytes(tensor, Layout::plain, 1));
    inputs.emplace(tensor.name, std::move(array));
  }
  infer(model.graph, *model.weights, inputs, {}, 1);
}

// One to four changes: bits flipped, bytes replaced, cut out, doubled.
std::string mutated(std::string bytes, Random& random) {
  const int changes = static_cast<int>(random_int(random, 1, 4));
  for (int i = 0; i < changes && bytes.size() > 8; ++i) {
    const auto at = static_cast<std::size_t>(random_int(random, 0, static_cast<int>(bytes.size()) - 5));
    const auto value = static_cast<char>(random_int(random, 0, 255));
    switch (random_int(random, 0, 4)) {
      case 0:
        bytes[at] = value;
        break;
      case 1:
        bytes.erase(at, static_cast<std::size_t>(random_int(random, 1, 4)));
        break;
      case 2:
        bytes.insert(at, bytes.substr(at, static_cast<std::size_t>(random_int(random, 1, 4))));
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random_int(random, 0, 7));
    }
  }
  return bytes;
}

}  // namespace

TEST_CASE("ONNX: thousands of damaged files are read and run, or are an error of one line") {
  const std::string whole = valid().SerializeAsString();
  const Folder folder;
  put(folder.file, whole);
  CHECK_NOTHROW(run_if_small(folder.file));
  Random random = seeded_random();
  const unsigned seed = test_seed();
  CAPTURE(seed);
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    CAPTURE(i);
    put(folder.file, mutated(whole, random));
    refused += complaint([&] { run_if_small(folder.file); }) != "no error";
  }
  CHECK(refused > 1000);
}

TEST_CASE("ONNX: a file cut anywhere") {
  const std::string whole = valid().SerializeAsString();
  const Folder folder;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    put(folder.file, whole.substr(0, size));
    complaint([&] { read_onnx(folder.file); });  // a cut behind the graph leaves a whole model
  }
  CHECK(complaint_of(whole.substr(0, whole.size() / 2)).find("no ONNX model, or a damaged one") !=
        std::string::npos);
}

TEST_CASE("ONNX: fields of another wire type than theirs") {
  // Field 7 of a model is its graph: here a number, eight and four bytes, and a group that never ends.
  for (const std::string& graph : {std::string("\x38\x01"), std::string("\x39") + "12345678",
                                   std::string("\x3d") + "1234", std::string("\x3b\x3b\x3b")})
    CHECK(complaint_of(graph).find("no ONNX model, or a damaged one") != std::string::npos);
  // A model of one node whose field 4, the operator's name, is the number 5: ONNX's fields are numbered as
  // here.
  const std::string node = "\x12\x01y\x20\x05", graph = "\x0a\x05" + node;
  const std::string text = complaint_of("\x08\x08\x3a\x07" + graph + "\x42\x02\x10\x11");
  CAPTURE(text);
  CHECK(text.find("operator  of opset 17 is not one that bricks reads") != std::string::npos);
}

TEST_CASE("ONNX: graphs that are no graphs") {
  const auto complains = [](const std::string& nodes, const std::string& of) {
    CAPTURE(nodes);
    const std::string text = complaint_of(parsed(nodes));
    CAPTURE(text);
    CHECK(text.find(of) != std::string::npos);
  };
  complains("a = Relu (b) b = Relu (a) y = Add (a, b)", "input 'b', which no graph input");
  complains("y = Relu (y)", "input 'y', which no graph input");
  complains("a = Conv (x, kernel) y = Relu (a)", "input 'kernel', which no graph input, initialiser or node");
  complains("a = Relu (x)", "input 'y', which no graph input");
  complains("a = Relu (x) a = Sigmoid (x) y = Relu (a)", "'a' is defined twice");
  complains("x = Relu (x) y = Relu (x)", "'x' is defined twice");
  complains("w = Relu (x) y = Relu (w)", "'w' is defined twice");
  complains("y = Frobnicate (x)", "operator Frobnicate of opset 17 is not one that bricks reads");
  complains("y = another.Relu (x)", "operator another.Relu of opset 17 is not one that bricks reads");
  complains("y = another.Constant <value_int = 1> ()", "operator another.Constant");
}

TEST_CASE("ONNX: more or fewer inputs and outputs than the operator has") {
  const auto complains = [](const std::string& nodes, const std::string& of) {
    CAPTURE(nodes);
    const std::string text = complaint_of(parsed(nodes));
    CAPTURE(text);
    CHECK(text.find(of) != std::string::npos);
  };
  complains("y = Relu ()", "0 inputs, expected 1");
  complains("y = Relu (x, x)", "2 inputs, expected 1");
  complains("y = Conv (x)", "1 inputs, expected 2 to 3");
  complains("y = Conv (x, w, s, s)", "4 inputs, expected 2 to 3");
  complains("y = Add (x)", "1 inputs, expected 2");
  complains("y = Clip (x, s, s, s)", "4 inputs, expected 1 to 3");
  complains("y = BatchNormalization (x, s, s, s)", "4 inputs, expected 5");
  complains("y = Sum ()", "0 inputs");
  complains("y = Concat <axis = 0> ()", "0 inputs");
  complains("y = Reshape (x)", "1 inputs, expected 2");
  complains("y, z = Relu (x)", "2 outputs, expected 1");
  complains("y = Conv (x, , s)", "(Conv)");
  complains("y = Add (x, )", "(Add)");
  complains("y = Resize (x)", "(Resize)");
  // A node without outputs, which the text form does not have.
  ModelProto model = parsed("y = Relu (x)");
  model.mutable_graph()->mutable_node(0)->clear_output();
  CHECK(complaint_of(model).find("no output, expected one") != std::string::npos);
}

TEST_CASE("ONNX: huge dimensions, and constants that a few bytes blow up") {
  const auto complains = [](ModelProto model, const std::function<void(ModelProto&)>& change,
                            const std::string& of) {
    change(model);
    const std::string text = complaint_of(model);
    CAPTURE(text);
    CHECK(text.find(of) != std::string::npos);
  };
  const auto nothing = [](ModelProto&) {};
  const auto input_of = [](std::int64_t size) {
    return [size](ModelProto& model) {
      auto& shape =
          *model.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
      shape.mutable_dim(2)->set_dim_value(size);
    };
  };
  complains(parsed("y = Relu (x)"), input_of(std::int64_t{1} << 62), "expected at most 2^40 elements");
  complains(parsed("y = Relu (x)"), input_of(-5), "is open");
  const auto weight_of = [](std::int64_t size) {
    return [size](ModelProto& model) { model.mutable_graph()->mutable_initializer(0)->set_dims(0, size); };
  };
  complains(parsed("y = Conv (x, w)"), weight_of(std::int64_t{1} << 62), "expected at most 2^40 elements");
  complains(parsed("y = Conv (x, w)"), weight_of(1 << 20), "432 bytes, expected 113246208");
  complains(parsed("y = Conv (x, w)"), weight_of(-1), "expected every dimension to be at least 1");
  complains(parsed("n = Constant <value_ints = [1099511627776]> () y = ConstantOfShape (n)"), nothing,
            "expected at most 2^24 elements");
  complains(parsed("n = Constant <value_ints = [4611686018427387904, 4611686018427387904]> () "
                   "y = ConstantOfShape (n)"),
            nothing, "expected at most 2^40 elements");
  complains(parsed("a = Constant <value_int = 0> () b = Constant <value_int = 9223372036854775807> () "
                   "c = Constant <value_int = 1> () y = Range (a, b, c)"),
            nothing, "a range of more than 4096 numbers");
  complains(parsed("y = MaxPool <kernel_shape = [1073741825, 1]> (x)"), nothing,
            "kernel_shape holds 1073741825");
  complains(parsed("y = Conv <strides = [0, 1]> (x, w)"), nothing, "strides holds 0");
  complains(parsed("y = Conv <pads = [4294967296, 0, 0, 0]> (x, w)"), nothing, "pads");

  std::string nodes = "n = Constant <value_ints = [16777216]> () ";
  for (int i = 0; i < 20; ++i) nodes += "c" + std::to_string(i) + " = ConstantOfShape (n) ";
  complains(parsed(nodes + "y = Relu (x)"), nothing, "more than 2^26 elements come out of folding");
}

TEST_CASE("ONNX: shape arithmetic on numbers that it cannot be done with") {
  const auto complains = [](const std::string& nodes, const std::string& of) {
    CAPTURE(nodes);
    const std::string text =
        complaint_of(parsed("e = Constant <value_ints = [7, 8]> () "
                            "n = Constant <value_int = 0> () " +
                            nodes));
    CAPTURE(text);
    CHECK(text.find(of) != std::string::npos);
  };
  complains("y = Div (e, n)", "division by zero");
  complains("y = Range (e, n, n)", "input 0 has 2 elements, expected one");
  complains("y = Range (n, n, n)", "a step of 0");
  complains("i = Constant <value_ints = [2]> () y = Gather (e, i)", "index 2 of 2");
  complains("i = Constant <value_ints = [0]> () y = Squeeze (e, i)", "axis 0 of size 2, expected 1");
  complains("i = Constant <value_ints = [3]> () y = Reshape (e, i)", "a tensor of 2 elements reshaped to 3");
  complains("i = Constant <value_ints = [-1, -1]> () y = Reshape (e, i)", "a tensor of 2 elements reshaped");
  complains("i = Constant <value_ints = [9]> () y = Unsqueeze (e, i)", "axis 9");
  complains("i = Constant <value_ints = [5]> () none = Slice (e, i, i) y = Add (none, n)",
            "is an empty tensor");
  complains("f = Flatten (x) i = Constant <value_ints = [1, 3, 16, 16]> () y = Resize (f, , , i)",
            "input of 2 dimensions, expected four");
}

TEST_CASE("ONNX: opsets that are none, or none of ours") {
  for (std::int64_t version :
       {std::int64_t{0}, std::int64_t{18}, std::int64_t{-3}, (std::int64_t{1} << 32) + 17}) {
    ModelProto model = parsed("y = Relu (x)");
    model.mutable_opset_import(0)->set_version(version);
    CHECK(complaint_of(model).find("opset " + std::to_string(version) + ", expected 1 to 17") !=
          std::string::npos);
  }
  ModelProto model = parsed("y = Relu (x)");
  model.clear_opset_import();
  CHECK(complaint_of(model).find("opset 0, expected 1 to 17") != std::string::npos);
}

TEST_CASE("ONNX: attributes without a type or of another type") {
  ModelProto model = parsed("y = Conv <strides = [2, 2]> (x, w)");
  auto& strides = *model.mutable_graph()->mutable_node(0)->mutable_attribute(0);
  strides.clear_type();
  CHECK(complaint_of(model).find("attribute strides without a type") != std::string::npos);
  strides.set_type(ONNX_NAMESPACE::AttributeProto::FLOAT);
  CHECK(complaint_of(model).find("attribute strides of a wrong type, expected integers") !=
        std::string::npos);
}

TEST_CASE("ONNX: external data outside of the model's folder, missing or short") {
  const Folder folder;
  ModelProto model = parsed("y = Conv (x, w)");
  TensorProto& weight = *model.mutable_graph()->mutable_initializer(0);
  weight.clear_raw_data();
  weight.set_data_location(TensorProto::EXTERNAL);
  weight.add_external_data()->set_key("location");
  const auto complains = [&](const std::string& location, const std::string& of) {
    weight.mutable_external_data(0)->set_value(location);
    put(folder.file, model.SerializeAsString());
    const std::string text = complaint([&] { read_onnx(folder.file); });
    CAPTURE(text);
    CHECK(text.find(of) != std::string::npos);
  };
  std::filesystem::create_symlink("/etc/passwd", folder.path + "/link");
  put(folder.path + "/short", "too few bytes");
  complains("../secret", "in the model's folder");
  complains("/etc/passwd", "in the model's folder");
  complains("link", "in the model's folder");
  complains("missing", "cannot read");
  complains(".", "found a directory");
  complains("short", "external data 0+432 of 'short' with 13 bytes");
}
