#include "bench/infer/infer.hpp"
#include "bench/onnx/text_model.hpp"
#include "tests/support/kernel_test.hpp"

#include <cstring>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::onnx_io;
using namespace bricks::test;

namespace {

struct Read {
  std::vector<std::string> types;  // of layers, in order
  std::vector<float> y;            // the first output, of an input from a seed
};

// nodes: from x to y, in ONNX's text form; more: other outputs.
Read read(const std::string& nodes, const std::string& more = "") {
  const OnnxModel onnx = read_text(R"(<ir_version: 8, opset_import: ["" : 17]>
    patterns (float[1,3,4,5] x) => (float y)" +
                                   more + R"() {
      one = Constant <value_float = 1.0>()
      half = Constant <value_float = 0.5>()
      root = Constant <value_float = 1.41421354>()
      inverse = Constant <value_float = 0.707106769>()
    )" + nodes + " }");

  Read result;
  for (const Layer& layer : onnx.graph.layers) result.types.emplace_back(layer.op->type());
  Random random(7);
  std::vector<float> values(60);
  for (float& value : values) value = static_cast<float>(random_int(random, -400, 400)) / 100;
  NpyArray x{ElementType::float32, {1, 3, 4, 5}, std::vector<std::byte>(60 * sizeof(float))};
  std::memcpy(x.bytes.data(), values.data(), x.bytes.size());
  const auto outputs = infer(onnx.graph, *onnx.weights, {{"x", x}}, {}, 1);
  const NpyArray& y = outputs.at(0).array;
  result.y.resize(y.bytes.size() / sizeof(float));
  std::memcpy(result.y.data(), y.bytes.data(), y.bytes.size());
  return result;
}

using Types = std::vector<std::string>;

// The same nodes with a value in between as an output, which keeps them apart.
void check_is(const char* type, const std::string& nodes, const std::string& between) {
  CAPTURE(nodes);
  const Read whole = read(nodes), apart = read(nodes, ", float " + between);
  CHECK(whole.types == Types{type});
  CHECK(apart.types.size() > 1);
  REQUIRE(whole.y.size() == apart.y.size());
  for (std::size_t i = 0; i < whole.y.size(); ++i) CHECK(std::abs(whole.y[i] - apart.y[i]) < 1e-6f);
}

}  // namespace

TEST_CASE("ONNX: x times sigmoid(x) is one layer, in either order") {
  check_is("bricks.Silu", "s = Sigmoid(x) y = Mul(x, s)", "s");
  check_is("bricks.Silu", "s = Sigmoid(x) y = Mul(s, x)", "s");
}

TEST_CASE("ONNX: the exact Gelu is one layer, however its factors are put together") {
  for (const char* argument : {"d = Div(x, root)", "d = Mul(x, inverse)", "d = Mul(inverse, x)"})
    for (const char* sum : {"a = Add(e, one)", "a = Add(one, e)"})
      for (const char* product : {"m = Mul(x, a) y = Mul(m, half)", "m = Mul(a, x) y = Mul(half, m)",
                                  "m = Mul(x, half) y = Mul(m, a)", "m = Mul(half, x) y = Mul(a, m)",
                                  "m = Mul(a, half) y = Mul(x, m)"})
        check_is("Gelu", std::string(argument) + " e = Erf(d) " + sum + " " + product, "e");
}

TEST_CASE("ONNX: what is nearly such an activation stays as it is") {
  const auto types = [](const char* nodes) { return read(nodes).types; };
  CHECK(types("s = Sigmoid(x) t = Mul(x, s) y = Add(t, s)") == Types{"Sigmoid", "Mul", "Add"});
  CHECK(types("t = Relu(x) s = Sigmoid(t) y = Mul(x, s)") == Types{"Relu", "Sigmoid", "Mul"});
  CHECK(types("d = Div(x, root) e = Erf(d) a = Add(e, one) m = Mul(x, a) y = Mul(m, root)").size() == 5);
  CHECK(types("d = Div(x, half) e = Erf(d) a = Add(e, one) m = Mul(x, a) y = Mul(m, half)").size() == 5);
  CHECK(types("d = Div(root, x) e = Erf(d) a = Add(e, one) m = Mul(x, a) y = Mul(m, half)").size() == 5);
  CHECK(types("s = Sigmoid(one) t = Mul(one, s) y = Mul(x, t)") == Types{"Mul"});
}

TEST_CASE("ONNX: an activation among other layers takes its place in their order") {
  const Read result = read("r = Relu(x) s = Sigmoid(r) t = Tanh(r) u = Mul(r, s) y = Add(t, u)");
  CHECK(result.types == Types{"Relu", "Tanh", "bricks.Silu", "Add"});
}
