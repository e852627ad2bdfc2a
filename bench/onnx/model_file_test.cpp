#include "bench/onnx/model_file.hpp"

#include "tests/support/complaint.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <unistd.h>

using namespace bricks;
using namespace bricks::onnx_io;
using namespace bricks::test;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::TensorProto;

namespace {

// Rewritten in place: thousands of new files would take a second.
class ModelBytes {
 public:
  ~ModelBytes() { std::filesystem::remove(path_); }
  onnx_io::ModelFile parsed(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return parse_model(std::make_shared<const MappedFile>(path_));
  }

 private:
  const std::string path_ = "/tmp/bricks-model-file-" + std::to_string(getpid());
};

// The model with the values put back.
ModelProto whole(onnx_io::ModelFile file) {
  REQUIRE(file.raw.size() == static_cast<std::size_t>(file.model.graph().initializer_size()));
  for (std::size_t i = 0; i < file.raw.size(); ++i) {
    TensorProto& tensor = *file.model.mutable_graph()->mutable_initializer(static_cast<int>(i));
    CHECK_FALSE(tensor.has_raw_data());
    if (file.raw[i].file) tensor.set_raw_data(std::string(file.raw[i].view()));
  }
  return std::move(file.model);
}

ModelProto small_onnx_model() {
  ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  auto& graph = *model.mutable_graph();
  graph.set_name("g");
  graph.add_node()->set_op_type("Relu");
  for (const char* name : {"raw", "typed", "none"}) {
    TensorProto& tensor = *graph.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(TensorProto::FLOAT);
    tensor.add_dims(2);
  }
  graph.mutable_initializer(0)->set_raw_data("12345678");
  graph.mutable_initializer(1)->add_float_data(1.5f);
  graph.mutable_initializer(1)->add_float_data(-2);
  graph.add_input()->set_name("x");
  graph.add_output()->set_name("y");
  model.set_producer_name("test");
  return model;
}

}  // namespace

TEST_CASE("ONNX file: only the values of initialisers stay outside") {
  const ModelBytes file;
  const ModelProto model = small_onnx_model();
  const onnx_io::ModelFile read = file.parsed(model.SerializeAsString());
  REQUIRE(read.raw.size() == 3);
  CHECK(read.raw[0].view() == "12345678");
  CHECK_FALSE(read.raw[1].file);
  CHECK_FALSE(read.raw[2].file);
  CHECK(read.model.graph().initializer(1).float_data(1) == -2);
  CHECK(whole(read).SerializeAsString() == model.SerializeAsString());
}

TEST_CASE("ONNX file: empty values are values") {
  ModelProto model = small_onnx_model();
  model.mutable_graph()->mutable_initializer(2)->set_raw_data("");
  const onnx_io::ModelFile read = ModelBytes().parsed(model.SerializeAsString());
  REQUIRE(read.raw[2].file);
  CHECK(read.raw[2].bytes == 0);
}

TEST_CASE("ONNX file: what stands in it in pieces or twice is put together as protobuf does") {
  const ModelBytes file;
  ModelProto first = small_onnx_model(), second;
  TensorProto& tensor = *second.mutable_graph()->add_initializer();
  tensor.set_name("later");
  tensor.set_raw_data("abcd");
  second.mutable_graph()->set_name("renamed");
  const std::string bytes = first.SerializeAsString() + second.SerializeAsString();
  const ModelProto read = whole(file.parsed(bytes));
  ModelProto expected;
  REQUIRE(expected.ParseFromString(bytes));
  CHECK(read.SerializeAsString() == expected.SerializeAsString());
  CHECK(read.graph().initializer(3).raw_data() == "abcd");

  // graph { initializer { raw_data: "no" raw_data: "yes" } }
  const std::string twice = {0x3a, 0x0b, 0x2a, 0x09, 0x4a, 0x02, 'n', 'o', 0x4a, 0x03, 'y', 'e', 's'};
  CHECK(whole(file.parsed(twice)).graph().initializer(0).raw_data() == "yes");
}

TEST_CASE("ONNX file: cut short anywhere or with any byte damaged, it is what protobuf reads or an error") {
  const ModelBytes file;
  const std::string valid = small_onnx_model().SerializeAsString();
  int read = 0, refused = 0;
  const auto check = [&](const std::string& bytes) {
    std::optional<onnx_io::ModelFile> found;
    const std::string text = complaint([&] { found = file.parsed(bytes); });
    ModelProto expected;
    const bool valid_for_protobuf = expected.ParseFromString(bytes) && expected.has_graph();
    CHECK(found.has_value() == valid_for_protobuf);
    if (!found) {
      CHECK(text == "no ONNX model, or a damaged one");
      ++refused;
      return;
    }
    CHECK(whole(std::move(*found)).SerializeAsString() == expected.SerializeAsString());
    ++read;
  };
  for (std::size_t length = 0; length < valid.size(); ++length) check(valid.substr(0, length));
  for (std::size_t at = 0; at < valid.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      CAPTURE(at);
      CAPTURE(bit);
      std::string damaged = valid;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << bit);
      check(damaged);
    }
  CHECK(read > 100);
  CHECK(refused > 100);
}
