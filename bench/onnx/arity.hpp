// How many inputs and outputs ONNX gives an operator.
#pragma once

#include "bench/onnx/proto.hpp"

namespace bricks::onnx_io {

// Throws Error when a node of ONNX's own domain has more or fewer than the operator has at that opset; says
// nothing of operators that this opset does not have.
void expect_arity(const ONNX_NAMESPACE::NodeProto& node, int opset);

}  // namespace bricks::onnx_io
