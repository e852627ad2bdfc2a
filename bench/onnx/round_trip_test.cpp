#include "bench/onnx/reader.hpp"
#include "bench/onnx/writer.hpp"
#include "bench/zoo/zoo.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/json_attributes.hpp"
#include "tests/support/kernel_test.hpp"

#include <filesystem>
#include <set>
#include <unistd.h>

#include <doctest/doctest.h>
#include <onnx/checker.h>

using namespace bricks;
using namespace bricks::onnx_io;
using namespace bricks::test;

namespace {

class File {
 public:
  ~File() {
    std::filesystem::remove(path);
    std::filesystem::remove(path + ".data");
  }
  const std::string path = "/tmp/bricks-onnx-" + std::to_string(getpid()) + ".onnx";
};

std::vector<std::string> names(const Graph& graph, const std::vector<TensorId>& ids) {
  std::vector<std::string> all;
  for (TensorId id : ids) all.push_back(id == no_tensor ? "" : graph.tensor(id).name);
  return all;
}

void check_same(const Graph& a, const Graph& b) {
  CHECK(names(a, a.inputs) == names(b, b.inputs));
  CHECK(names(a, a.outputs) == names(b, b.outputs));
  REQUIRE(a.layers.size() == b.layers.size());
  for (std::size_t i = 0; i < a.layers.size(); ++i) {
    const Layer &x = a.layers[i], &y = b.layers[i];
    CAPTURE(x.name);
    CHECK(x.name == y.name);
    CHECK(x.op->type() == y.op->type());
    CHECK(attributes_text(*x.op) == attributes_text(*y.op));
    CHECK(names(a, x.inputs) == names(b, y.inputs));
    CHECK(names(a, x.outputs) == names(b, y.outputs));
    CHECK(output_types(a, x) == output_types(b, y));
  }
}

}  // namespace

TEST_CASE("ONNX: every model of the zoo, small, is read back as it was written") {
  // Models that are the same but for their name bring nothing new.
  std::set<void (*)(zoo::Net&)> seen;
  for (const zoo::Entry& entry : some_of(zoo::entries())) {
    if (!seen.insert(entry.write).second) continue;
    const std::string name(entry.file);
    CAPTURE(name);
    const File file;
    const Graph graph = zoo::build(entry, entry.small);
    const auto weights = synthetic_weights(1);
    write_onnx(graph, *weights, file.path);
    CHECK_NOTHROW(ONNX_NAMESPACE::checker::check_model(file.path));
    const OnnxModel back = read_onnx(file.path);
    check_same(graph, back.graph);
    CHECK(back.folded_nodes == 0);
  }
}

TEST_CASE("ONNX: weights come back bit for bit") {
  const File file;
  const zoo::Entry& entry = zoo::find("squeezenet_v1.1");
  const Graph graph = zoo::build(entry, entry.small);
  const auto weights = synthetic_weights(7);
  write_onnx(graph, *weights, file.path);
  OnnxModel back = read_onnx(file.path);
  int compared = 0;
  for (TensorId id = 0; id < static_cast<TensorId>(back.graph.tensors.size()); ++id) {
    if (!back.graph.tensor(id).weight) continue;
    for (TensorId other = 0; other < static_cast<TensorId>(graph.tensors.size()); ++other)
      if (graph.tensor(other).name == back.graph.tensor(id).name) {
        const std::size_t bytes = tensor_bytes(graph.tensor(other), Layout::plain, 1);
        CHECK(std::memcmp(weights->values(graph, other), back.weights->values(back.graph, id), bytes) == 0);
        ++compared;
      }
  }
  CHECK(compared > 20);
}

TEST_CASE("ONNX: a file cut short or with a flipped bit is read, or is an error of one line") {
  const File file;
  const zoo::Entry& entry = zoo::find("capsnet");
  Graph graph = zoo::build(entry, entry.small);
  const auto weights = synthetic_weights(1);
  write_onnx(graph, *weights, file.path);
  const std::string whole = read_file(file.path, 1u << 30);
  Random random = seeded_random();
  const unsigned seed = test_seed();
  CAPTURE(seed);
  const auto survives = [&](const std::string& contents) {
    write_file(file.path, contents);
    try {
      read_onnx(file.path);
    } catch (const Error& error) {
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
  };
  std::uniform_int_distribution<std::size_t> anywhere(0, whole.size() - 1);
  for (int i = 0; i < 100; ++i) survives(whole.substr(0, anywhere(random)));
  for (int i = 0; i < 200; ++i) {
    std::string flipped = whole;
    // Two in three close to the ends, where names, shapes and attributes are; the middle is weights.
    const std::size_t span = i % 3 == 0 ? whole.size() : std::min<std::size_t>(whole.size(), 4000);
    const std::size_t at = std::uniform_int_distribution<std::size_t>(0, span - 1)(random);
    flipped[i % 3 == 1 ? at : whole.size() - 1 - at] ^= static_cast<char>(1 << random_int(random, 0, 7));
    survives(flipped);
  }
}

TEST_CASE("ONNX: no such file, another kind of file, external data outside of the folder") {
  const File file;
  CHECK_THROWS_AS(read_onnx("/nonexistent.onnx"), Error);
  write_file(file.path, "hello");
  CHECK_THROWS_WITH_AS(read_onnx(file.path), doctest::Contains("no ONNX model"), Error);

  DataFiles beside("/tmp");
  ONNX_NAMESPACE::TensorProto outside;
  outside.set_data_type(ONNX_NAMESPACE::TensorProto::FLOAT);
  outside.add_dims(1);
  outside.set_data_location(ONNX_NAMESPACE::TensorProto::EXTERNAL);
  auto& entry = *outside.add_external_data();
  entry.set_key("location");
  for (const char* location : {"../secret", "/etc/passwd", "a/../../secret", ""}) {
    entry.set_value(location);
    CHECK_THROWS_WITH_AS(read_tensor(outside, beside), doctest::Contains("in the model's folder"), Error);
  }
}
