#include "bench/onnx/rules.hpp"

#include <map>

namespace bricks::onnx_io {
namespace {

// Operators whose name, inputs and attributes are the same here.
void read_as_it_is(Conversion& c) { c.finish(c.op(c.type()), c.all_inputs()); }

// Operators of our own domain, written by writer.cpp as functions that every ONNX engine can inline.
void read_own(Conversion& c) { c.finish(c.op("bricks." + c.type()), c.all_inputs()); }

// Ours by ONNX's name: in the own domain because the opset written has no such operator or not for these
// shapes.
void read_linear(Conversion& c) { c.finish(c.op("Gemm"), c.all_inputs()); }

void read_stored_value(Conversion& c) { c.finish(c.op("Constant"), c.all_inputs()); }

const std::map<std::string, Rule>& onnx_rules() {
  static const std::map<std::string, Rule> rules = [] {
    std::map<std::string, Rule> all = {
        {"Conv", read_conv},
        {"ConvTranspose", read_conv_transpose},
        {"MaxPool", read_max_pool},
        {"AveragePool", read_average_pool},
        {"Clip", read_clip},
        {"Max", read_extreme},
        {"Min", read_extreme},
        {"Sum", read_sum},
        {"Mean", read_mean},
        {"Cast", read_cast},
        {"Dropout", read_dropout},
        {"BatchNormalization", read_batch_normalization},
        {"LayerNormalization", read_layer_normalization},
        {"Softmax", read_softmax},
        {"LogSoftmax", read_softmax},
        {"Gelu", read_gelu},
        {"Reshape", read_reshape},
        {"Squeeze", read_axes},
        {"Unsqueeze", read_axes},
        {"Slice", read_slice},
        {"Pad", read_pad},
        {"Resize", read_resize},
        {"Upsample", read_upsample},
        {"Split", read_split},
        {"Gather", read_gather},
        {"Expand", read_expand},
        {"DepthToSpace", read_depth_to_space},
        {"SpaceToDepth", read_space_to_depth},
    };
    for (const char* type : {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
                             "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp"})
      all[type] = read_reduce;
    for (const char* type : {"Relu",          "LeakyRelu",
                             "Elu",           "Sigmoid",
                             "HardSigmoid",   "HardSwish",
                             "Softplus",      "Softsign",
                             "Tanh",          "Erf",
                             "Exp",           "Log",
                             "Sqrt",          "Reciprocal",
                             "Neg",           "Abs",
                             "Floor",         "Ceil",
                             "Add",           "Sub",
                             "Mul",           "Div",
                             "Pow",           "PRelu",
                             "Where",         "Gemm",
                             "MatMul",        "InstanceNormalization",
                             "LRN",           "GlobalAveragePool",
                             "GlobalMaxPool", "Concat",
                             "Flatten",       "Transpose",
                             "Identity",      "GatherND",
                             "ArgMax",        "ArgMin"})
      all[type] = read_as_it_is;
    return all;
  }();
  return rules;
}

const std::map<std::string, Rule>& own_rules() {
  static const std::map<std::string, Rule> rules = [] {
    std::map<std::string, Rule> all = {
        {"Linear", read_linear}, {"Gelu", read_as_it_is}, {"StoredValue", read_stored_value}};
    for (std::string_view type : op_types())
      if (type.substr(0, 7) == "bricks.") all[std::string(type.substr(7))] = read_own;
    return all;
  }();
  return rules;
}

}  // namespace

Rule find_rule(const std::string& domain, const std::string& type) {
  if (!is_onnx_domain(domain) && domain != "bricks") return nullptr;
  const auto& rules = domain == "bricks" ? own_rules() : onnx_rules();
  const auto found = rules.find(type);
  return found == rules.end() ? nullptr : found->second;
}

}  // namespace bricks::onnx_io
