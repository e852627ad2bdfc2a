#include "bench/onnx/arity.hpp"

#include "bench/onnx/defs.hpp"
#include "engine/error.hpp"

#include <string>

namespace bricks::onnx_io {
namespace {

void expect_between(const char* what, int found, int least, int most) {
  if (found >= least && found <= most) return;
  const std::string expected =
      least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  throw Error(std::to_string(found) + " " + what + ", expected " + expected);
}

}  // namespace

void expect_arity(const ONNX_NAMESPACE::NodeProto& node, int opset) {
  const auto* schema = ONNX_NAMESPACE::OpSchemaRegistry::Schema(node.op_type(), opset, "");
  if (!schema) return;
  expect_between("inputs", node.input_size(), schema->min_input(), schema->max_input());
  expect_between("outputs", node.output_size(), schema->min_output(), schema->max_output());
}

}  // namespace bricks::onnx_io
