#include "bench/zoo/listing.hpp"

#include "engine/error.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/kernel_test.hpp"
#include "tests/support/same_graph.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

struct Directory {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("bricks_zoo_" + std::to_string(getpid()));
  ~Directory() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("exported models are read back to the identical graphs") {
  const Directory directory;
  zoo::export_models((directory.path / "models").string());
  for (const zoo::Entry& entry : test::some_of(zoo::entries())) {
    CAPTURE(entry.file);
    const auto file = directory.path / "models" / (std::string(entry.file) + ".json");
    test::check_same_graph(read_model(file.string()), zoo::build(entry));
  }
}

TEST_CASE("a directory that cannot be made is an error") {
  const Directory directory;
  std::ofstream(directory.path) << "in the way";
  CHECK_THROWS_AS(zoo::export_models((directory.path / "models").string()), Error);
}

TEST_CASE("the list has a line for every model") {
  const std::string text = zoo::list_text();
  CHECK(std::count(text.begin(), text.end(), '\n') == 51);
  CHECK(text.find("vgg16 ") != std::string::npos);
  CHECK(text.find("138.358 M    15.470 G  Simonyan and Zisserman 2014") != std::string::npos);
  const auto models = zoo::list_json()["bricks"]["models"];
  CHECK(models.size() == 50);
  CHECK(models[21]["input"] == "3x512x512 3x512x512");
  CHECK(models[21]["unique_layers"] == 40);
}

TEST_CASE("a model's layers are listed with operators and inputs") {
  const Graph graph = zoo::build(zoo::find("capsnet"));
  CHECK(zoo::layers_text(graph).find("sequence_last1") != std::string::npos);
  const auto layers = zoo::layers_json(graph)["bricks"]["layers"];
  CHECK(layers.size() == 53);
  CHECK(layers[0]["operator"] == "Conv{kernel_shape=9,9 strides=1,1 pads=0,0,0,0 dilations=1,1 group=1}");
  CHECK(layers[30]["inputs"] == nlohmann::ordered_json{"routing_logits", "add1"});
}
