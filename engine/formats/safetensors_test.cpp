#include "engine/formats/safetensors.hpp"

#include "engine/formats/half.hpp"
#include "engine/graph/builder.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/kernel_test.hpp"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace bricks;
using bricks::test::complaint;

namespace {

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& contents) { std::ofstream(path, std::ios::binary) << contents; }
  ~TemporaryFile() { std::filesystem::remove(path); }
  const std::string path = std::filesystem::temp_directory_path() / "bricks_safetensors_test.safetensors";
};

std::string file_text(const std::string& header, const std::string& data) {
  std::string text(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(text.data(), &length, 8);
  return text + header + data;
}

template <class T>
std::string bytes(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

Graph weights_of(const std::vector<std::pair<std::string, TensorType>>& tensors) {
  GraphBuilder builder("g");
  for (const auto& [name, type] : tensors) builder.weight(name, type);
  return builder.finish();
}

std::string refused_file(const std::string& header, const std::string& data) {
  const TemporaryFile file(file_text(header, data));
  const std::string text = complaint([&] { SafetensorsFile{file.path}; });
  CHECK(text.rfind(file.path + ": ", 0) == 0);
  return text.substr(std::min(text.size(), file.path.size() + 2));
}

// Values that a test hands out by name.
class GivenWeights final : public Weights {
 public:
  const void* values(const Graph& graph, TensorId id) override {
    return stored[graph.tensor(id).name].data();
  }
  std::map<std::string, std::vector<std::byte>> stored;
};

}  // namespace

TEST_CASE("half precision is widened exactly") {
  CHECK(float_from_half(0x3c00) == 1);
  CHECK(float_from_half(0xc000) == -2);
  CHECK(float_from_half(0x7bff) == 65504);
  CHECK(float_from_half(0x0400) == 0x1p-14f);
  CHECK(float_from_half(0x0001) == 0x1p-24f);
  CHECK(float_from_half(0x83ff) == -1023 * 0x1p-24f);
  CHECK(float_from_half(0x7c00) == INFINITY);
  CHECK(std::isnan(float_from_half(0x7e00)));
  CHECK(std::signbit(float_from_half(0x8000)));
  CHECK(float_from_bfloat16(0x3fc0) == 1.5f);
}

TEST_CASE("weights of every type are read by name, whatever their order and alignment") {
  const TemporaryFile file(file_text(
      R"({"__metadata__":{"format":"pt"},"h":{"dtype":"F16","shape":[2],"data_offsets":[1,5]},)"
      R"("m":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]},"f":{"dtype":"F32","shape":[1,2],"data_offsets":[5,13]},)"
      R"("i":{"dtype":"I64","shape":[],"data_offsets":[13,21]},"b":{"dtype":"BF16","shape":[1],"data_offsets":[21,23]}})",
      bytes<char>({1}) + bytes<std::uint16_t>({0x3c00, 0xc000}) + bytes<float>({0.5f, -3}) +
          bytes<std::int64_t>({-7}) + bytes<std::uint16_t>({0x3fc0})));
  const Graph graph = weights_of({{"f", {ElementType::float32, {1, 2}}},
                                  {"h", {ElementType::float32, {2}}},
                                  {"b", {ElementType::float32, {1}}},
                                  {"i", {ElementType::int64, {}}},
                                  {"m", {ElementType::boolean, {1}}}});
  const auto weights = safetensors_weights(file.path);
  const auto* f = static_cast<const float*>(weights->values(graph, 0));
  const auto* h = static_cast<const float*>(weights->values(graph, 1));
  const auto* b = static_cast<const float*>(weights->values(graph, 2));
  const auto* i = static_cast<const std::int64_t*>(weights->values(graph, 3));
  const auto* m = static_cast<const char*>(weights->values(graph, 4));
  CHECK(f[0] == 0.5f);
  CHECK(f[1] == -3);
  CHECK(h[0] == 1);
  CHECK(h[1] == -2);
  CHECK(b[0] == 1.5f);
  CHECK(*i == -7);
  CHECK(*m == 1);
  weights->release();
}

TEST_CASE("a weight that is missing or another is refused") {
  const TemporaryFile file(
      file_text(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", bytes<float>({1, 2})));
  const auto weights = safetensors_weights(file.path);
  const auto refused_weight = [&](const std::string& name, TensorType type) {
    const Graph graph = weights_of({{name, type}});
    return complaint([&] { weights->values(graph, 0); });
  };
  CHECK(refused_weight("w", {ElementType::float32, {2}}) == "no error");
  CHECK(refused_weight("v", {ElementType::float32, {2}}) ==
        file.path + ": tensor 'v': found nothing, expected float32 of shape 2");
  CHECK(refused_weight("w", {ElementType::float32, {2, 1}}) ==
        file.path + ": tensor 'w': found F32 of shape 2, expected float32 of shape 2x1");
  CHECK(refused_weight("w", {ElementType::int32, {2}}) ==
        file.path + ": tensor 'w': found F32 of shape 2, expected int32 of shape 2");
}

TEST_CASE("headers that do not fit their data are refused") {
  const std::string four = bytes<float>({1});
  CHECK(complaint([] { SafetensorsFile{TemporaryFile(file_text("{}", "")).path}; }) == "no error");
  CHECK(refused_file("{}", four) == "found 4 bytes of data, expected 0");
  CHECK(refused_file("[]", "") == "header: found an array of 0, expected an object");
  CHECK(refused_file(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "abc") ==
        "tensor 'w': 'data_offsets': found [0,4], expected a range inside of the 3 bytes of data");
  CHECK(refused_file(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", four) ==
        "tensor 'w': 'data_offsets': found [4,0], expected a range inside of the 4 bytes of data");
  CHECK(refused_file(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", four) ==
        "tensor 'w': found 4 bytes, expected 8 for F32 of shape 2");
  CHECK(refused_file(R"({"w":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", "")
            .find("found 0 bytes, expected") != std::string::npos);
  CHECK(refused_file(R"({"w":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", four) ==
        "tensor 'w': 'shape': found -1, expected an integer in [0, 2^50]");
  CHECK(refused_file(R"({"w":{"dtype":"F31","shape":[1],"data_offsets":[0,4]}})", four) ==
        "tensor 'w': 'dtype': found 'F31', expected a type of the safetensors format");
  CHECK(refused_file(R"({"v":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                     R"("w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                     four) ==
        "tensor 'w': found its data at byte 0, expected it at 4, behind the tensor before it");
  CHECK(refused_file(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", four + four) ==
        "tensor 'w': found its data at byte 4, expected it at 0, behind the tensor before it");
  CHECK(refused_file(R"({"w":3})", "") == "tensor 'w': found 3, expected an object");
}

TEST_CASE("cut off or changed at any byte, a file is read or refused") {
  const Graph graph = weights_of({{"w", {ElementType::float32, {3}}}, {"i", {ElementType::int64, {2}}}});
  const std::string text = file_text(
      R"({"w":{"dtype":"F32","shape":[3],"data_offsets":[0,12]},"i":{"dtype":"I64","shape":[2],"data_offsets":[12,28]}})",
      std::string(28, 'x'));
  const auto read = [&](const std::string& contents) {
    const TemporaryFile file(contents);
    return complaint([&] {
      const auto weights = safetensors_weights(file.path);
      for (TensorId id : {0, 1}) weights->values(graph, id);
    });
  };
  CHECK(read(text) == "no error");
  for (std::size_t size = 0; size < text.size(); ++size) CHECK(read(text.substr(0, size)) != "no error");
  for (std::size_t i = 0; i < text.size(); ++i)
    for (const char c : {'\0', '9', '-', '"', '\xff'}) {
      std::string changed = text;
      changed[i] = c;
      read(changed);
    }
}

TEST_CASE("written weights are read back bit for bit") {
  test::Random random = test::seeded_random();
  const Graph graph = weights_of({{"a", {ElementType::float32, {3, 5}}},
                                  {"b\"", {ElementType::boolean, {3}}},
                                  {"c", {ElementType::int64, {2, 2}}},
                                  {"d", {ElementType::int32, {}}}});
  GivenWeights given;
  for (const Tensor& tensor : graph.tensors) {
    std::vector<std::byte>& values = given.stored[tensor.name];
    values.resize(tensor_bytes(tensor, Layout::plain, 1));
    for (std::byte& value : values) value = static_cast<std::byte>(random());
  }
  const TemporaryFile file("");
  write_safetensors(graph, given, file.path);
  const auto weights = safetensors_weights(file.path);
  for (TensorId id = 0; id < 4; ++id) {
    const std::vector<std::byte>& expected = given.stored[graph.tensor(id).name];
    CHECK(std::memcmp(weights->values(graph, id), expected.data(), expected.size()) == 0);
  }
}
