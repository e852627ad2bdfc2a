// The program from the outside: what it prints, what it writes, how it ends.
#include "tests/support/program.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using bricks::test::file_text;
using bricks::test::Run;
using bricks::test::run_program;
using bricks::test::TemporaryFolder;
using Json = nlohmann::json;

namespace {

void check_complaint(const std::string& arguments, const std::string& about) {
  CAPTURE(arguments);
  const Run run = run_program(arguments);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
  CHECK(run.error.find(about) != std::string::npos);
}

Json document(const std::string& arguments) {
  CAPTURE(arguments);
  const Run run = run_program(arguments + " --format json");
  REQUIRE(run.error == "");
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

}  // namespace

TEST_CASE("Wrong use is one line on standard error and status 2") {
  check_complaint("bake", "bake");
  check_complaint("decompose", "--model");
  check_complaint("decompose --model vgg61", "vgg16");
  check_complaint("decompose --model vgg16 --G 0", "--G");
  check_complaint("decompose --model vgg16 --G one", "--G");
  check_complaint("decompose --model vgg16 --model vgg16", "twice");
  check_complaint("decompose --model vgg16 --execution quick", "quick");
  check_complaint("decompose --model vgg16 --batch 0", "--batch");
  check_complaint("decompose --model vgg16 --chain published", "layerwise");
  check_complaint("peak --format xml", "xml");
  check_complaint("zoo vgg61", "vgg16");
}

TEST_CASE("A broken model file is refused with its name") {
  const TemporaryFolder folder;
  const std::string path = folder / "broken.json";
  std::ofstream(path) << "{\"schema_version\": 1, ";
  check_complaint("decompose --model " + path, "broken.json");
}

TEST_CASE("A model is found in the zoo, or as a file when there is one") {
  const TemporaryFolder folder;
  REQUIRE(run_program("zoo --export " + folder / "models").status == 0);
  const Json from_file = document("decompose --model " + folder / "models/squeezenet_v1.1.json");
  const Json from_zoo = document("decompose --model squeezenet_v1.1.json");
  CHECK(from_file.at("bricks").at("models") == from_zoo.at("bricks").at("models"));
  CHECK(from_zoo.at("bricks").at("models").at(0).at("name") == "squeezenet_v1.1");
}

TEST_CASE("Decomposition layer by layer gives the numbers of Table 1") {
  const Json bricks = document("decompose --model vgg16 --model resnet50 --execution layerwise").at("bricks");
  CHECK(bricks.at("execution") == "layerwise");
  CHECK(bricks.at("G") == 1);
  const Json &vgg = bricks.at("models").at(0), &resnet = bricks.at("models").at(1);
  CHECK(vgg.at("layers") == 40);
  CHECK(vgg.at("sequences") == 40);
  CHECK(vgg.at("unique_sequences") == 26);
  CHECK(vgg.at("parameters") == 138357544);
  CHECK(resnet.at("sequences") == 177);
  CHECK(resnet.at("unique_sequences") == 48);
  CHECK(bricks.at("corpus").at("layers") == 217);
}

TEST_CASE("stats counts the layers of the whole zoo") {
  const Json bricks = document("stats --model all").at("bricks");
  CHECK(bricks.at("corpus").at("layers") == 10815);
  CHECK(bricks.at("corpus").at("unique_layers") == 1488);
  CHECK(bricks.at("jaccard").size() == 50);
}

TEST_CASE("zoo lists its models, and one of them layer by layer") {
  const Run list = run_program("zoo");
  CHECK(list.status == 0);
  CHECK(std::count(list.out.begin(), list.out.end(), '\n') >= 51);
  const Run layers = run_program("zoo vgg16");
  CHECK(layers.status == 0);
  CHECK(layers.out.find("1x64x224x224") != std::string::npos);
}
