#include "bench/zoo/zoo.hpp"

#include "engine/error.hpp"

#include <set>

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("models are found by file name, with or without .json") {
  CHECK(zoo::entries().size() == 50);
  CHECK(zoo::find("vgg16").title == "VGG-16 Trained on ImageNet Competition Data");
  CHECK(&zoo::find("squeezenet_v1.1.json") == &zoo::find("squeezenet_v1.1"));
  CHECK(zoo::contains("vrn.json"));
  CHECK_FALSE(zoo::contains("vrn.onnx"));
  CHECK_FALSE(zoo::contains(".json"));
  CHECK_THROWS_WITH_AS(zoo::find("vgg61.json"),
                       "unknown model 'vgg61.json', did you mean 'vgg16' or 'vgg19'?", Error);
}

TEST_CASE("file names are unique") {
  std::set<std::string_view> files;
  for (const zoo::Entry& entry : zoo::entries()) CHECK(files.insert(entry.file).second);
}

TEST_CASE("small versions have all of the model's layers and are small") {
  std::int64_t macs = 0;
  for (const zoo::Entry& entry : zoo::entries()) {
    CAPTURE(entry.file);
    const Graph graph = zoo::build(entry), small = zoo::build(entry, entry.small);
    REQUIRE(small.layers.size() == graph.layers.size());
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
      CHECK(small.layers[i].name == graph.layers[i].name);
      CHECK(small.layers[i].op->type() == graph.layers[i].op->type());
    }
    macs += total_macs(small);
  }
  CHECK(macs < 3'000'000'000);
}

TEST_CASE("every model is built at any batch size") {
  for (const zoo::Entry& entry : zoo::entries()) {
    CAPTURE(entry.file);
    zoo::Size size = entry.small;
    size.batch = 3;
    const Graph graph = zoo::build(entry, size);
    CHECK(total_macs(graph) == 3 * total_macs(zoo::build(entry, entry.small)));
    for (TensorId id : graph.outputs) CHECK(graph.tensor(id).shape[0] == 3);
  }
}

TEST_CASE("a model that does not fit its image says which layer") {
  CHECK_THROWS_AS(zoo::build(zoo::find("inception_v3"), {zoo::Extent{32}, 1, 1}), Error);
}
