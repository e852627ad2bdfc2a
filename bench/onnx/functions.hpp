// The operators of our own domain, written as ONNX functions: what each one is in ONNX's operators.
#pragma once

#include "bench/onnx/proto.hpp"

#include <string>

namespace bricks::onnx_io {

// The function of that name in domain "bricks". inputs: of the node that calls it, for functions that take
// any number. Throws Error for a name without one.
ONNX_NAMESPACE::FunctionProto own_function(const std::string& name, int inputs);

}  // namespace bricks::onnx_io
