#include "bench/stats/stats_report.hpp"

#include "bench/zoo/zoo.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

std::vector<Graph> two_models() { return {zoo::build(zoo::find("vgg16")), zoo::build(zoo::find("vgg19"))}; }

}  // namespace

TEST_CASE("statistics as text: a line a model, the matrix, the totals") {
  const std::vector<Graph> models = two_models();
  const std::string text = stats_text(count_layers(models));
  CHECK(text.find("1  vgg16      40      26  65.0  Relu 9, Conv 4, Dropout 1\n") != std::string::npos);
  CHECK(text.find("\n1  100  100\n2  100  100\n") != std::string::npos);
  CHECK(text.find("86 layers in 2 models, 26 unique (30.2 %)\n") != std::string::npos);
}

TEST_CASE("statistics as a document") {
  const std::vector<Graph> models = two_models();
  const auto document = stats_json(count_layers(models), models)["bricks"];
  CHECK(document["models"][1]["name"] == "vgg19");
  CHECK(document["models"][1]["unique_layers"] == 26);
  CHECK(document["models"][1]["macs"] == 19632062464);
  CHECK(document["models"][0]["types"]["MaxPool"] == 5);
  CHECK_FALSE(document["models"][0]["repeated_types"].contains("MaxPool"));
  CHECK(document["corpus"]["layers"] == 86);
  CHECK(document["corpus"]["unique_layers"] == 26);
  CHECK(document["jaccard"][0][1] == 1.0);
}

TEST_CASE("one model alone has no matrix") {
  const std::vector<Graph> models = {zoo::build(zoo::find("vdsr"))};
  CHECK(stats_text(count_layers(models)).find("percent of those") == std::string::npos);
}
