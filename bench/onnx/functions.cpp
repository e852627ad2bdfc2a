#include "bench/onnx/functions.hpp"

#include "bench/onnx/defs.hpp"
#include "engine/error.hpp"

#include <map>

namespace bricks::onnx_io {
namespace {

// In ONNX's text form: attributes, inputs, output, body.
const std::map<std::string, const char*>& bodies() {
  static const std::map<std::string, const char*> table = {
      {"Affine", R"(<alpha, beta> (x) => (y) {
        a = Constant <value_float: float = @alpha>()
        b = Constant <value_float: float = @beta>()
        t = Mul(x, a)
        y = Add(t, b)
      })"},
      {"Square", "(x) => (y) { y = Mul(x, x) }"},
      {"Silu", "(x) => (y) { t = Sigmoid(x) y = Mul(x, t) }"},
      {"Gelu", R"((x) => (y) {
        root = Constant <value_float = 0.70710678118654752>()
        one = Constant <value_float = 1.0>()
        half = Constant <value_float = 0.5>()
        t = Mul(x, root)
        e = Erf(t)
        p = Add(e, one)
        h = Mul(x, half)
        y = Mul(h, p)
      })"},
      {"ScaledTanh", R"(<alpha, beta> (x) => (y) {
        a = Constant <value_float: float = @alpha>()
        b = Constant <value_float: float = @beta>()
        t = Tanh(x)
        s = Mul(t, b)
        y = Add(s, a)
      })"},
      {"ScaledExp", R"(<alpha> (x) => (y) {
        a = Constant <value_float: float = @alpha>()
        t = Mul(x, a)
        y = Exp(t)
      })"},
      {"SqrtRatio", R"((x) => (y) {
        one = Constant <value_float = 1.0>()
        r = Sqrt(x)
        d = Add(x, one)
        y = Div(r, d)
      })"},
      {"LogSquare", R"(<epsilon> (x) => (y) {
        e = Constant <value_float: float = @epsilon>()
        s = Mul(x, x)
        m = Max(s, e)
        y = Log(m)
      })"},
      {"AddScaled", R"(<alpha> (a, b) => (y) {
        k = Constant <value_float: float = @alpha>()
        t = Mul(b, k)
        y = Add(a, t)
      })"},
      {"SquaredDifference", "(a, b) => (y) { d = Sub(a, b) y = Mul(d, d) }"},
      {"DivEpsilon", R"(<epsilon> (a, b) => (y) {
        e = Constant <value_float: float = @epsilon>()
        d = Add(b, e)
        y = Div(a, d)
      })"},
      {"Replicate", R"(<axis, dims> (x) => (y) {
        zero = Constant <value_ints = [0]>()
        one = Constant <value_ints = [1]>()
        all = Constant <value_ints = [1000]>()
        scalar = Constant <value_int: int = @axis>()
        at = Reshape(scalar, one)
        repeated = Constant <value_ints: ints = @dims>()
        rank = Shape(repeated)
        ones = Expand(one, rank)
        shape = Shape(x)
        front = Slice(shape, zero, at)
        back = Slice(shape, at, all)
        narrow = Concat <axis = 0>(front, ones, back)
        wide = Concat <axis = 0>(front, repeated, back)
        t = Reshape(x, narrow)
        y = Expand(t, wide)
      })"},
      // Gemm on more than two axes, which ONNX's takes only flattened.
      {"Linear", R"(<alpha, beta, transA, transB> (x, w, b) => (y) {
        m = Flatten <axis = 1>(x)
        y = Gemm <alpha: float = @alpha, beta: float = @beta, transA: int = @transA, transB: int = @transB>(m, w, b)
      })"},
      // ONNX Runtime takes any node called Constant for ONNX's own.
      {"StoredValue", "(x) => (y) { y = Identity(x) }"},
  };
  return table;
}

std::string last_of(int inputs) {
  std::string names;
  for (int i = 0; i < inputs; ++i) names += (i == 0 ? "x" : ", x") + std::to_string(i);
  return "(" + names + ") => (y) { y = Identity(x" + std::to_string(inputs - 1) + ") }";
}

}  // namespace

ONNX_NAMESPACE::FunctionProto own_function(const std::string& name, int inputs) {
  std::string body;
  if (name == "SequenceLast") {
    body = last_of(inputs);
  } else {
    const auto found = bodies().find(name);
    if (found == bodies().end())
      throw Error("operator bricks." + name + " cannot be written in ONNX's operators");
    body = found->second;
  }
  const std::string text = "<domain: \"bricks\", opset_import: [\"\" : 17]> " + name + " " + body;
  ONNX_NAMESPACE::FunctionProto function;
  const auto status = ONNX_NAMESPACE::OnnxParser::Parse(function, text.c_str());
  if (!status.IsOK()) throw Error("function bricks." + name + ": " + status.ErrorMessage());
  return function;
}

}  // namespace bricks::onnx_io
