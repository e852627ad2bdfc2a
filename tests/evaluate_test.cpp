// `bricks-bench evaluate` from the outside, on models that take no time.
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "kernels/isa/isa.hpp"
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

std::string evaluate(const TemporaryFolder& folder, const std::string& out, const std::string& options) {
  bricks::write_model(bricks::test::chain_model(3), folder / "chain.json");
  bricks::write_model(bricks::test::residual_model(2), folder / "residual.json");
  return "evaluate --model " + folder / "chain.json" + " --model " + folder / "residual.json" + " --out " +
         folder / out + " " + options;
}

Json evaluation(const TemporaryFolder& folder, const std::string& out) {
  return Json::parse(file_text(folder / (out + "/evaluation.json"))).at("bricks");
}

}  // namespace

TEST_CASE("An evaluation measures every system and execution, and a stored one needs no measuring") {
  const TemporaryFolder folder;
  const std::string isa(bricks::isa_info(bricks::best_isa()).name);
  const std::string line =
      evaluate(folder, "first", "--G 1..3 --runs 3 --count-disturbed --systems " + isa + ":1," + isa + ":2");
  const Run first = run_program(line);
  CHECK(first.error == "");
  REQUIRE(first.status == 0);
  const Json bricks = evaluation(folder, "first");
  REQUIRE(bricks.at("systems").size() == 2);
  CHECK(bricks.at("systems").at(1).at("name") == isa + ":2");
  for (const Json& system : bricks.at("systems")) {
    REQUIRE(system.at("runs").size() == 2);
    for (const Json& run : system.at("runs")) {
      REQUIRE(run.at("models").size() == 2);
      REQUIRE(run.at("summaries").size() == 3);
      for (const Json& model : run.at("models")) {
        CHECK(model.at("measured_ms") > 0);
        REQUIRE(model.at("at").size() == 3);
        CHECK(model.at("at").at(2).at("composed_ms") > 0);
        CHECK(model.at("at").at(2).at("error_percent").is_number());
      }
      for (const Json& summary : run.at("summaries")) {
        CHECK(summary.at("wall_speedup") > 0);
        CHECK(summary.at("errors").at("max_absolute_percent").is_number());
      }
    }
  }
  CHECK(file_text(folder / "first/summary.csv").find(isa + ":1,layerwise,context,3,2,") != std::string::npos);

  const Run stored = run_program(evaluate(folder, "second", "--G 1..3 --systems " + folder / "first"));
  CHECK(stored.error == "");
  REQUIRE(stored.status == 0);
  const Json again = evaluation(folder, "second");
  REQUIRE(again.at("systems").size() == 2);
  CHECK(again.at("systems").at(0).at("runs").size() == 2);
  std::vector<double> composed, composed_again;
  for (const auto& [from, to] : {std::pair(&bricks, &composed), std::pair(&again, &composed_again)})
    for (const Json& system : from->at("systems"))
      for (const Json& run : system.at("runs"))
        to->push_back(run.at("models").at(0).at("at").at(0).at("composed_ms"));
  std::ranges::sort(composed);
  std::ranges::sort(composed_again);
  CHECK(composed == composed_again);
}

// Of one granularity: cold bricks go over twice the last level each time, 600 MB on some machines.
TEST_CASE("An ablation measures each cache state under both executions, beside the evaluation") {
  const TemporaryFolder folder;
  const Run run =
      run_program(evaluate(folder, "out", "--G 1 --runs 2 --threads 2 --count-disturbed --ablation"));
  CHECK(run.error == "");
  REQUIRE(run.status == 0);
  const Json bricks = evaluation(folder, "out");
  CHECK(bricks.at("systems").at(0).at("runs").size() == 2);
  std::vector<std::string> states;
  for (const Json& ablation : bricks.at("ablation")) {
    states.push_back(ablation.at("cache").get<std::string>() + " " +
                     ablation.at("execution").get<std::string>());
    CHECK(ablation.at("summaries").size() == 1);
    CHECK(ablation.at("models").at(0).at("at").at(0).at("composed_ms") > 0);
  }
  std::ranges::sort(states);
  CHECK(states == std::vector<std::string>{"cold fused", "cold layerwise", "context fused",
                                           "context layerwise", "hot fused", "hot layerwise"});
}

TEST_CASE("An interrupted evaluation takes the sessions that are there") {
  const TemporaryFolder folder;
  const std::string line = evaluate(folder, "out", "--G 1 --runs 2 --threads 1 --execution fused");
  REQUIRE(run_program(line).status == 0);
  const auto session = std::filesystem::directory_iterator(folder / "out/sessions")->path();
  const std::string before = file_text(session.string());
  REQUIRE(run_program(line + " --resume").status == 0);
  CHECK(file_text(session.string()) == before);
  REQUIRE(run_program(line).status == 0);
  CHECK(file_text(session.string()) != before);
}

TEST_CASE("Sessions of other models or settings are not taken for those that --resume looks for") {
  const TemporaryFolder folder;
  const std::string line = evaluate(folder, "out", "--G 1 --runs 2 --threads 1 --execution fused --resume");
  const auto sessions = [&] {
    const auto files = std::filesystem::directory_iterator(folder / "out/sessions");
    return std::distance(begin(files), end(files));
  };
  REQUIRE(run_program(line).status == 0);
  const auto groups = sessions();
  REQUIRE(run_program(line + " --batch 2").status == 0);
  CHECK(sessions() == 2 * groups);
  REQUIRE(run_program(line + " --count-disturbed").status == 0);
  CHECK(sessions() == 3 * groups);
  REQUIRE(run_program(line).status == 0);
  CHECK(sessions() == 3 * groups);
  CHECK(run_program(line + " --weights w.safetensors").error.find("--weights") != std::string::npos);
}

TEST_CASE("What cannot be evaluated is refused in one line, and nothing is written") {
  const TemporaryFolder folder;
  for (const auto& [options, about] :
       {std::pair("--G 0", "--G"), std::pair("--systems mmx:1", "mmx"),
        std::pair("--execution quick", "quick"), std::pair("--systems /dev/null", "/dev/null")}) {
    const Run run = run_program(evaluate(folder, "out", options));
    CHECK(run.status == 2);
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    CHECK(run.error.find(about) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
  }
}
