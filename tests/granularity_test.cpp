// How a model is cut, from the outside: overlapping sequences, and the G that the program picks itself.
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/precision.hpp"
#include "tests/support/tiny_model.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace bricks::test;
using Json = nlohmann::json;

TEST_CASE("Overlapping sequences compose to the cheapest cover of times written by hand") {
  const TemporaryFolder folder;
  const std::string path = folder / "kernels.json", cut = " --execution layerwise --G 2 --overlap";
  ModelWriter model("kernels");
  auto value = model.input({1, 4, 8, 8});
  for (const int kernel : {1, 3, 5, 7}) value = model.conv(value, 4, kernel);
  bricks::write_model(model.finish(), path);
  const Json counted =
      document("decompose --model " + path + cut + " --out " + folder / "suite").at("bricks");
  CHECK(counted.at("overlap") == true);
  CHECK(counted.at("models").at(0).at("sequences") == 4);

  // Of the windows that begin at units 0 to 3, in microseconds.
  const auto compose = [&](const std::vector<double>& times) {
    const Json recipes = Json::parse(file_text(folder / "suite/recipes.json"));
    Json results = {{"benchmarks", Json::array()}};
    for (const Json& step : recipes.at("models").at(0).at("steps"))
      results["benchmarks"].push_back(
          {{"name", recipes.at("bricks").at(step.at(0).get<std::size_t>()).at("text")},
           {"real_time", times.at(step.at(2).get<std::size_t>())},
           {"time_unit", "us"}});
    std::ofstream(folder / "results.json") << results;
    return document("compose --model " + path + cut + " --results " + folder / "results.json")
        .at("bricks")
        .at("models")
        .at(0);
  };
  const Json disjoint = compose({10, 9, 10, 2});
  CHECK(disjoint.at("composed_sequential_ms") == doctest::Approx(0.020));
  CHECK(disjoint.at("plain_sum_ms") == doctest::Approx(0.020));
  CHECK(disjoint.at("cover") == Json::parse("[[0, 2], [2, 2]]"));
  CHECK_FALSE(disjoint.contains("composed_parallel_ms"));
  // Unit 1 twice, where that costs less.
  const Json twice = compose({10, 5, 10, 2});
  CHECK(twice.at("composed_sequential_ms") == doctest::Approx(0.017));
  CHECK(twice.at("cover") == Json::parse("[[0, 2], [1, 2], [3, 1]]"));
  const Run text = run_program("compose --model " + path + cut + " --results " + folder / "results.json");
  CHECK(text.out.find("[G=2, overlapping, layerwise]") != std::string::npos);
  CHECK(text.out.find("cover") != std::string::npos);
  CHECK(text.out.find("--G 2 --execution layerwise --overlap") != std::string::npos);
}

TEST_CASE("Overlapping sequences by one line and by files, bit for bit") {
  const TemporaryFolder folder;
  const std::string model = tiny_model(folder, "tiny", true);
  for (const char* execution : {"layerwise", "fused"}) {
    const std::string cut = "--model " + model + " --G 3 --overlap --execution " + execution;
    const Json all = document(cut + two_threads);
    CHECK(all.at("bricks").at("overlap") == true);
    const Json& composed = all.at("bricks").at("models").at(0);
    CHECK(composed.at("bit_for_bit") == true);
    CHECK(composed.at("error_percent").is_number());
    CHECK(composed.at("sequences") == composed.at("units"));
    std::size_t counted = 0, units = 0;
    for (const Json& entry : all.at("benchmarks"))
      counted += entry.at("bricks").at("count").get<std::size_t>();
    CHECK(counted == composed.at("cover").size());
    for (const Json& sequence : composed.at("cover")) {
      CHECK(sequence.at(0) <= units);
      units = sequence.at(0).get<std::size_t>() + sequence.at(1).get<std::size_t>();
    }
    CHECK(units == composed.at("units"));

    const std::string suite = folder / ("suite_" + std::string(execution)), out = suite + ".json";
    REQUIRE(run_program("decompose " + cut + " --out " + suite).status == 0);
    CHECK(document("measure " + suite + two_threads + "--out " + out).at("bricks").at("overlap") == true);
    CHECK_FALSE(
        document("compose " + cut + " --results " + out).at("bricks").at("models").at(0).at("cover").empty());
  }
  check_complaint("--model " + model + " --overlap --execution-mode parallel", "--overlap");
  check_complaint("compose --model " + model + " --overlap --workers 2 --results " + model, "--overlap");
}

TEST_CASE("--G auto reports what each G would be, and the chosen one as if it had been asked for") {
  const TemporaryFolder folder;
  const std::string line = "--model " + tiny_model(folder, "tiny", true) + " --model " +
                           tiny_model(folder, "chain") + " --execution layerwise --G auto" + two_threads;
  const Run text = run_program(line + " --out " + folder / "out.json");
  REQUIRE(text.error == "");
  REQUIRE(text.status == 0);
  CHECK(text.out.find("least benchmark time of those within") != std::string::npos);
  const Json all = Json::parse(file_text(folder / "out.json"));
  const Json &bricks = all.at("bricks"), &choice = bricks.at("G_auto");
  CHECK(bricks.at("command").get<std::string>().find("--G auto") != std::string::npos);
  CHECK(bricks.at("G") == choice.at("chosen_G"));
  CHECK(choice.at("tolerance_points") >= 0.2);
  REQUIRE(choice.at("granularities").size() == 10);
  for (std::size_t i = 0; i < 10; ++i) {
    const Json& each = choice.at("granularities").at(i);
    CHECK(each.at("G") == i + 1);
    CHECK(each.at("benchmarks_ms") > 0);
    CHECK(each.at("measuring_seconds") > 0);
    CHECK(each.at("unique_sequences") > 0);
    if (bricks.at("G") != each.at("G")) continue;
    CHECK(each.at("mean_absolute_error_percent") ==
          doctest::Approx(bricks.at("corpus").at("mean_absolute_error_percent").get<double>()));
    CHECK(each.at("unique_sequences") == bricks.at("corpus").at("unique_sequences"));
  }
  for (const Json& model : bricks.at("models")) {
    CHECK(model.at("bit_for_bit") == true);
    CHECK(model.at("error_percent").is_number());
  }
  for (const Json& entry : all.at("benchmarks")) CHECK(entry.at("iterations") >= 6);
}

TEST_CASE("--G auto takes known bricks from a store, and a precision") {
  const TemporaryFolder folder;
  const std::string line =
      "--model " + tiny_model(folder, "tiny") + " --G auto --results " + folder / "store" + two_threads;
  const Json first = document(line).at("bricks").at("store");
  CHECK(first.at("new_benchmarks") == first.at("benchmarks"));
  const std::string stored = file_text(folder / "store");
  const Json second = document(line).at("bricks");
  CHECK(second.at("store").at("new_benchmarks") == 0);
  CHECK(second.at("store").at("benchmarks") == first.at("benchmarks"));
  CHECK(second.at("G_auto").at("granularities").size() == 10);
  CHECK(file_text(folder / "store") == stored);
  check_precision_is_told(line + "--precision 100 --max-time 1000");
  CHECK(run_program(line + "--precision 0.001 --max-time 0.05").status == 4);
}

TEST_CASE("What --G auto cannot do is refused") {
  const TemporaryFolder folder;
  const std::string model = "--model " + tiny_model(folder, "tiny"), out = " --out " + folder / "out.json";
  check_complaint(model + " --G auto --no-validate" + out, "--no-validate");
  check_complaint(model + " --G auto --overlap" + out, "--overlap");
  check_complaint(model + " --G auto --backend bricks" + out, "--backend");
  check_complaint(model + " --G auto --execution-mode parallel" + out, "parallel");
  check_complaint(model + " --G auto --trace " + folder / "trace.json" + out, "--trace");
  check_complaint("decompose " + model + " --G auto", "--G: found auto");
  check_complaint("compose " + model + " --G auto --results " + folder / "tiny.json", "--G: found auto");
  CHECK_FALSE(std::filesystem::exists(folder / "out.json"));
}
