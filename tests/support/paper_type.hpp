// What the paper calls a layer: it counts in the types of Wolfram's framework.
#pragma once

#include "engine/graph/graph.hpp"
#include "engine/ops/reshape.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace bricks::test {

inline std::string paper_type(const Graph& graph, const Layer& layer) {
  static const std::map<std::string_view, std::string_view> types{
      {"Conv", "Convolution"},
      {"ConvTranspose", "Deconvolution"},
      {"InstanceNormalization", "Normalization"},
      {"LRN", "LocalResponseNormalization"},
      {"MaxPool", "Pooling"},
      {"AveragePool", "Pooling"},
      {"Gemm", "Linear"},
      {"Relu", "Elementwise"},
      {"Clip", "Elementwise"},
      {"LeakyRelu", "Elementwise"},
      {"Identity", "Elementwise"},
      {"Sigmoid", "Elementwise"},
      {"Exp", "Elementwise"},
      {"Sqrt", "Elementwise"},
      {"bricks.Affine", "Elementwise"},
      {"bricks.ScaledTanh", "Elementwise"},
      {"bricks.ScaledExp", "Elementwise"},
      {"bricks.Square", "Elementwise"},
      {"bricks.SqrtRatio", "Elementwise"},
      {"bricks.LogSquare", "Elementwise"},
      {"Add", "Threading"},
      {"Sub", "Threading"},
      {"Mul", "Threading"},
      {"Div", "Threading"},
      {"bricks.AddScaled", "Threading"},
      {"bricks.SquaredDifference", "Threading"},
      {"bricks.DivEpsilon", "Threading"},
      {"Sum", "Total"},
      {"Concat", "Catenate"},
      {"Pad", "Padding"},
      {"Slice", "Part"},
      {"Gather", "Part"},
      {"bricks.Replicate", "Replicate"},
      {"bricks.SequenceLast", "SequenceLast"},
      {"ReduceMean", "Aggregation"},
      {"ReduceSum", "Aggregation"},
      {"Constant", "ConstantArray"},
      {"ArgMax", "Ordering"},
      {"GatherND", "Extract"},
  };
  const std::string_view type = layer.op->type();
  if (data_inputs(graph, layer).size() < layer.inputs.size()) {
    if (type == "Mul") return "ConstantTimes";
    if (type == "Add") return "ConstantPlus";
  }
  // A partial Flatten is a Reshape with a dimension that is left to be computed.
  if (const auto* reshape = op_cast<Reshape>(*layer.op))
    return std::ranges::count(reshape->shape, -1) > 0 ? "Flatten" : "Reshape";
  const auto found = types.find(type);
  return std::string(found == types.end() ? type : found->second);
}

}  // namespace bricks::test
