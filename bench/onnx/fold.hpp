// Shape arithmetic: nodes on small integer tensors that are computed while a file is read.
#pragma once

#include "bench/onnx/constant.hpp"
#include "bench/onnx/proto.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bricks::onnx_io {

struct FoldInput {
  const Constant* constant = nullptr;  // nullptr: computed, or left out
  std::optional<Shape> shape;          // of whatever stands there; none when left out
};

// The node's only result, or none when it is no shape arithmetic on constants. Throws Error for arithmetic
// that has no result, and for a result of more than `most_folded` elements.
inline constexpr std::int64_t most_folded = std::int64_t{1} << 24;
std::optional<Constant> fold_integers(const ONNX_NAMESPACE::NodeProto& node,
                                      const std::vector<FoldInput>& inputs);

}  // namespace bricks::onnx_io
