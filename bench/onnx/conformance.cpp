#include "bench/onnx/conformance.hpp"

#include "bench/infer/infer.hpp"
#include "bench/onnx/conversion.hpp"
#include "bench/onnx/reader.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>

namespace bricks::onnx_io {
namespace {

namespace fs = std::filesystem;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::TensorProto;

constexpr std::size_t most_bytes = 64u << 20;
// ONNX's own test runner's.
constexpr double relative_tolerance = 1e-3, absolute_tolerance = 1e-7;

Constant read_constant(const fs::path& path) {
  TensorProto tensor;
  const std::string bytes = read_file(path.string(), most_bytes);
  if (!tensor.ParseFromString(bytes)) throw Error(path.string() + ": no tensor");
  DataFiles beside("");
  return read_tensor(tensor, beside);
}

struct Case {
  std::vector<std::string> names;
  std::vector<Constant> values;  // empty integers where an optional input has none
};

Case read_case(const ModelProto& model, const fs::path& set) {
  Case result;
  for (int i = 0; i < model.graph().input_size(); ++i) {
    result.names.push_back(model.graph().input(i).name());
    result.values.push_back(read_constant(set / ("input_" + std::to_string(i) + ".pb")));
  }
  return result;
}

NpyArray array_of(const Constant& constant) {
  NpyArray array{constant.type, constant.shape, {}};
  const std::size_t size = element_bytes(constant.type);
  array.bytes.resize(constant.count() * size);
  const std::vector<float> floats = constant.floats ? constant.floats->read() : std::vector<float>();
  for (std::size_t i = 0; i < constant.count(); ++i)
    if (constant.floats)
      std::memcpy(array.bytes.data() + i * size, &floats[i], size);
    else
      std::memcpy(array.bytes.data() + i * size, &constant.integers[i], size);
  return array;
}

double element(const NpyArray& array, std::size_t index) {
  const std::byte* at = array.bytes.data() + index * element_bytes(array.type);
  if (array.type == ElementType::float32) {
    float value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  }
  std::int64_t value = 0;
  std::memcpy(&value, at, element_bytes(array.type));
  return static_cast<double>(array.type == ElementType::int32 ? static_cast<std::int32_t>(value) : value);
}

void compare(const NamedArray& actual, const NpyArray& expected) {
  if (actual.array.type != expected.type)
    throw Error("output " + actual.name + " is " + std::string(element_type_name(actual.array.type)) +
                ", expected " + std::string(element_type_name(expected.type)));
  if (actual.array.shape != expected.shape)
    throw Error("output " + actual.name + " is " + to_string(actual.array.shape) + ", expected " +
                to_string(expected.shape));
  for (std::size_t i = 0; i < expected.bytes.size() / element_bytes(expected.type); ++i) {
    const double a = element(actual.array, i), e = element(expected, i);
    if (std::isnan(a) && std::isnan(e)) continue;
    if (a == e) continue;
    if (!(std::abs(a - e) <= absolute_tolerance + relative_tolerance * std::abs(e)))
      throw Error("output " + actual.name + " at " + std::to_string(i) + " is " + std::to_string(a) +
                  ", expected " + std::to_string(e));
  }
}

// One attempt, with the inputs that `is_constant` picks given as constants.
void attempt(const std::string& file, const Case& inputs, const fs::path& set,
             const std::function<bool(std::size_t)>& is_constant) {
  ReadOptions options;
  std::map<std::string, NpyArray> data;
  for (std::size_t i = 0; i < inputs.names.size(); ++i)
    if (is_constant(i))
      options.constants[inputs.names[i]] = inputs.values[i];
    else
      data[inputs.names[i]] = array_of(inputs.values[i]);
  OnnxModel model = read_onnx(file, options);
  std::erase_if(data, [&](const auto& entry) {
    return std::none_of(model.graph.inputs.begin(), model.graph.inputs.end(),
                        [&](TensorId id) { return model.graph.tensor(id).name == entry.first; });
  });
  const std::vector<NamedArray> outputs = infer(model.graph, *model.weights, data, {}, 2);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    compare(outputs[i], array_of(read_constant(set / ("output_" + std::to_string(i) + ".pb"))));
}

std::string run_set(const std::string& file, const ModelProto& model, const fs::path& set) {
  const Case inputs = read_case(model, set);
  const std::function<bool(std::size_t)> picks[] = {
      [](std::size_t) { return false; },
      [&](std::size_t i) { return inputs.values[i].type != ElementType::float32; },
      [](std::size_t i) { return i > 0; },
      [](std::size_t i) { return i > 1; },
  };
  std::string message;
  for (const auto& pick : picks) try {
      attempt(file, inputs, set, pick);
      return "";
    } catch (const Error& error) {
      if (message.empty()) message = error.what();
    }
  return message;
}

bool is_claimed(const ModelProto& model) {
  if (model.graph().node_size() == 0) return false;
  return std::all_of(model.graph().node().begin(), model.graph().node().end(), [](const auto& node) {
    return node.op_type() == "Constant" || find_rule(node.domain(), node.op_type()) != nullptr;
  });
}

}  // namespace

NodeTest run_node_test(const std::string& folder) {
  NodeTest test;
  test.name = fs::path(folder).filename().string();
  const std::string file = folder + "/model.onnx";
  ModelProto model;
  if (!model.ParseFromString(read_file(file, most_bytes))) throw Error(file + ": no ONNX model");
  if (model.graph().node_size() > 0) test.op_type = model.graph().node(0).op_type();
  if (!is_claimed(model)) return test;
  test.outcome = Outcome::passed;
  for (int set = 0; fs::exists(folder + "/test_data_set_" + std::to_string(set)); ++set) {
    try {
      test.message = run_set(file, model, folder + "/test_data_set_" + std::to_string(set));
    } catch (const Error& error) {
      test.message = error.what();
    }
    if (!test.message.empty()) test.outcome = Outcome::failed;
  }
  return test;
}

std::vector<std::string> node_test_folders() {
  std::vector<std::string> folders;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/share/libonnx-testdata/data/node", ignored))
    folders.push_back(entry.path().string());
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace bricks::onnx_io
