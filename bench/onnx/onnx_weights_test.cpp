#include "bench/onnx/onnx_weights.hpp"

#include "bench/onnx/reader.hpp"
#include "bench/session/temporary_folder.hpp"
#include "tests/support/resident.hpp"

#include <cstring>
#include <fstream>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::onnx_io;
using namespace bricks::test;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::TensorProto;

namespace {

constexpr std::int64_t weights_size = 1 << 18;

float weight_value(std::int64_t index, int salt) { return static_cast<float>(index % 1000 + salt) / 8; }

struct WeightsFolder {
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path + "/" + name, std::ios::binary) << bytes;
  }
  const TemporaryFolder folder = {};
  const std::string path = folder.path().string();
};

std::string weight_bytes(int salt) {
  std::string bytes(weights_size * sizeof(float), '\0');
  for (std::int64_t i = 0; i < weights_size; ++i) {
    const float value = weight_value(i, salt);
    std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof value, &value, sizeof value);
  }
  return bytes;
}

// y = x + w0 + w1 + ..., where `fill` says how each weight stands in the file.
ModelProto sum_of(int weights, const std::function<void(TensorProto&, int)>& fill) {
  ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  auto& graph = *model.mutable_graph();
  const auto describe = [](ONNX_NAMESPACE::ValueInfoProto& value, const char* name) {
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(TensorProto::FLOAT);
    type.mutable_shape()->add_dim()->set_dim_value(weights_size);
  };
  describe(*graph.add_input(), "x");
  std::string sum = "x";
  for (int i = 0; i < weights; ++i) {
    TensorProto& tensor = *graph.add_initializer();
    tensor.set_name("w" + std::to_string(i));
    tensor.set_data_type(TensorProto::FLOAT);
    tensor.add_dims(weights_size);
    fill(tensor, i);
    auto& node = *graph.add_node();
    node.set_op_type("Add");
    node.add_input(sum);
    node.add_input(tensor.name());
    node.add_output(sum = i + 1 == weights ? "y" : "sum" + std::to_string(i));
  }
  describe(*graph.add_output(), "y");
  return model;
}

TensorId weight_named(const Graph& graph, const std::string& name) {
  for (std::size_t i = 0; i < graph.tensors.size(); ++i)
    if (graph.tensors[i].name == name) return static_cast<TensorId>(i);
  return no_tensor;
}

const float* values_of(OnnxModel& model, int weight) {
  const TensorId id = weight_named(model.graph, "w" + std::to_string(weight));
  REQUIRE(id != no_tensor);
  return static_cast<const float*>(model.weights->values(model.graph, id));
}

// Each weight is what it was written as, before and after its memory was released.
void check_values(OnnxModel& model, int weights) {
  for (int round = 0; round < 2; ++round)
    for (int weight = 0; weight < weights; ++weight) {
      const float* values = values_of(model, weight);
      CHECK(reinterpret_cast<std::uintptr_t>(values) % alignof(float) == 0);
      std::int64_t wrong = 0;
      for (std::int64_t i = 0; i < weights_size; ++i) wrong += values[i] != weight_value(i, weight);
      CHECK(wrong == 0);
      if (weight % 2 == 1) model.weights->release();
    }
}

}  // namespace

TEST_CASE("ONNX weights: raw bytes wherever in the file they begin") {
  const WeightsFolder folder;
  for (int shift = 0; shift < 4; ++shift) {
    ModelProto model = sum_of(3, [](TensorProto& tensor, int i) { tensor.set_raw_data(weight_bytes(i)); });
    for (TensorProto& tensor : *model.mutable_graph()->mutable_initializer())
      tensor.set_doc_string(std::string(static_cast<std::size_t>(shift), '-'));
    model.mutable_graph()->set_name(std::string(static_cast<std::size_t>(shift + 1), 'g'));
    folder.put("model.onnx", model.SerializeAsString());
    OnnxModel read = read_onnx(folder.path + "/model.onnx");
    check_values(read, 3);
  }
}

TEST_CASE("ONNX weights: numbers of protobuf's own types") {
  const WeightsFolder folder;
  const auto fill = [](TensorProto& tensor, int i) {
    if (i == 1) tensor.set_data_type(TensorProto::DOUBLE);
    for (std::int64_t at = 0; at < weights_size; ++at)
      if (i == 1)
        tensor.add_double_data(static_cast<double>(weight_value(at, i)));
      else
        tensor.add_float_data(weight_value(at, i));
  };
  folder.put("model.onnx", sum_of(2, fill).SerializeAsString());
  OnnxModel read = read_onnx(folder.path + "/model.onnx");
  check_values(read, 2);
}

TEST_CASE("ONNX weights: a file beside the model, aligned or not") {
  const WeightsFolder folder;
  for (const std::size_t begin : {0, 1}) {
    const std::size_t bytes = weights_size * sizeof(float);
    const auto fill = [&](TensorProto& tensor, int i) {
      const auto entry = [&](const char* key, const std::string& value) {
        auto& pair = *tensor.add_external_data();
        pair.set_key(key);
        pair.set_value(value);
      };
      tensor.set_data_location(TensorProto::EXTERNAL);
      entry("location", "weights");
      entry("offset", std::to_string(begin + static_cast<std::size_t>(i) * bytes));
      entry("length", std::to_string(bytes));
    };
    folder.put("model.onnx", sum_of(2, fill).SerializeAsString());
    folder.put("weights", std::string(begin, '-') + weight_bytes(0) + weight_bytes(1));
    OnnxModel read = read_onnx(folder.path + "/model.onnx");
    CHECK(resident_bytes(folder.path + "/weights") == 0);
    check_values(read, 2);
    CHECK(resident_bytes(folder.path + "/weights") <= 2 * bytes);
    read.weights->release();
    CHECK(resident_bytes(folder.path + "/weights") == 0);
  }
}

TEST_CASE("ONNX weights: a file that was read takes no memory until its values are used") {
  const WeightsFolder folder;
  const std::string path = folder.path + "/model.onnx";
  const ModelProto model =
      sum_of(4, [](TensorProto& tensor, int i) { tensor.set_raw_data(weight_bytes(i)); });
  folder.put("model.onnx", model.SerializeAsString());
  OnnxModel read = read_onnx(path);
  CHECK(resident_bytes(path) == 0);
  for (int weight = 0; weight < 4; ++weight) {
    CHECK(values_of(read, weight)[1] == weight_value(1, weight));
    read.weights->release();
    // Whoever reads a page has its neighbours mapped too, up to 64 KiB.
    CHECK(resident_bytes(path) < weights_size * sizeof(float) / 4);
  }
}
