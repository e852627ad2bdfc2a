// The program from the outside: what it prints, what it writes, how it ends.
#include "tests/support/program.hpp"

#include "bench/report/progress.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "kernels/isa/isa.hpp"
#include "tests/support/precision.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using bricks::test::check_precision_is_told;
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

TEST_CASE("Progress in a log is taken for no message, and messages for no progress") {
  const std::string progress = bricks::Progress::line("avx2:1 layerwise: measuring", 0.68, 24) + "\n" +
                               bricks::Progress::line("measuring", 0.01, 60) + "\n";
  const std::string message = "bricks-bench: error 3 %: expected at most 0 %\n", other = "warning: 3 of 4\n";
  CHECK(bricks::test::without_progress(progress) == "");
  CHECK(bricks::test::without_progress(progress + message + progress + other) == message + other);
}

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

TEST_CASE("A wrong setting in the environment is refused as one in the arguments") {
  const char* given = std::getenv("BRICKS_GATHER_MS");
  const std::string before = given ? given : "";
  setenv("BRICKS_GATHER_MS", "soon", 1);
  check_complaint("zoo", "BRICKS_GATHER_MS");
  setenv("BRICKS_GATHER_MS", before.c_str(), 1);
  CHECK(run_program("zoo").status == 0);
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

TEST_CASE("A folder does not hide the model of the zoo that it is named after") {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::create_directories(folder / "run/squeezenet_v1.1");
  std::filesystem::create_directory(folder / "run/all");
  std::filesystem::current_path(folder / "run");
  const Run one = run_program("decompose --model squeezenet_v1.1"), all = run_program("stats --model all");
  check_complaint("decompose --model ..", "no such file");
  std::filesystem::current_path(before);
  CHECK(one.status == 0);
  CHECK(all.status == 0);
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

namespace {

// A model small enough to be measured in no time, written where the test wants it.
std::string small_model(const TemporaryFolder& folder, const std::string& name, bool with_branch = false) {
  bricks::test::ModelWriter model(name);
  auto value = model.input({1, 16, 20, 20});
  for (int i = 0; i < 4; ++i) {
    const auto shortcut = value;
    value = model.unary(model.conv(value, 16, 1));
    if (with_branch) value = model.sum(value, shortcut);
  }
  bricks::write_model(model.builder.finish(), folder / (name + ".json"));
  return folder / (name + ".json");
}

const char* const two_threads = " --threads 2 --runs 6 ";

}  // namespace

TEST_CASE("The one-line form measures, composes and validates") {
  const TemporaryFolder folder;
  for (const char* execution : {"layerwise", "fused"})
    for (const char* G : {"1", "3"}) {
      const Json all = document("--model " + small_model(folder, "tiny", true) + two_threads +
                                "--execution " + execution + " --G " + G + " --seed 5");
      const Json& bricks = all.at("bricks");
      CHECK(bricks.at("execution") == execution);
      CHECK(bricks.at("threads") == 2);
      CHECK(bricks.at("seed") == 5);
      CHECK_FALSE(bricks.at("isa").get<std::string>().empty());
      const Json& model = bricks.at("models").at(0);
      CHECK(model.at("name") == "tiny");
      CHECK(model.at("layers") == 12);
      CHECK(model.at("bit_for_bit") == true);
      CHECK(model.at("measured_ms") > 0);
      CHECK(model.at("composed_sequential_ms") > 0);
      CHECK(model.at("composed_parallel_ms") <= model.at("composed_sequential_ms"));
      CHECK(model.at("error_percent").is_number());
      const Json& passes = model.at("passes");
      CHECK(passes.at("ns").size() >= 6);
      for (const Json& ns : passes.at("ns")) CHECK(ns > 0);
      CHECK(passes.at("round").size() == passes.at("ns").size());
      const Json& corpus = bricks.at("corpus");
      CHECK(corpus.at("benchmarks") == all.at("benchmarks").size());
      for (const char* key : {"benchmark_speedup", "wall_speedup", "mean_absolute_error_percent",
                              "p90_error_percent", "max_error_percent", "bias_percent"})
        CHECK(corpus.contains(key));
      for (const Json& entry : all.at("benchmarks")) {
        CHECK(entry.at("iterations") >= 6);
        CHECK(entry.at("real_time") > 0);
      }
    }
}

TEST_CASE("Decompose, measure and compose by files give what one line gives") {
  const TemporaryFolder folder;
  const std::string model = small_model(folder, "tiny");
  REQUIRE(run_program("decompose --model " + model + " --out " + folder / "suite").status == 0);
  const Run measured =
      run_program("measure " + folder / "suite" + two_threads + "--out " + folder / "results.json");
  REQUIRE(measured.error == "");
  REQUIRE(measured.status == 0);
  const Json composed =
      document("compose --model " + model + " --results " + folder / "results.json").at("bricks");
  CHECK(composed.at("models").at(0).at("composed_sequential_ms") > 0);
  CHECK_FALSE(composed.at("models").at(0).contains("measured_ms"));
  // Another granularity needs other bricks.
  check_complaint("compose --model " + model + " --G 2 --results " + folder / "results.json", "results.json");
}

TEST_CASE("Overlapping sequences compose to the cheapest cover of times written by hand") {
  const TemporaryFolder folder;
  const std::string path = folder / "kernels.json", cut = " --execution layerwise --G 2 --overlap";
  bricks::test::ModelWriter model("kernels");
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
  const std::string model = small_model(folder, "tiny", true);
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
  const std::string line = "--model " + small_model(folder, "tiny", true) + " --model " +
                           small_model(folder, "chain") + " --execution layerwise --G auto" + two_threads;
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
  const std::string line = "--model " + small_model(folder, "tiny") + " --G auto --results " +
                           folder / "store" + two_threads + "--count-disturbed ";
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
  const std::string model = "--model " + small_model(folder, "tiny"), out = " --out " + folder / "out.json";
  check_complaint(model + " --G auto --no-validate" + out, "--no-validate");
  check_complaint(model + " --G auto --overlap" + out, "--overlap");
  check_complaint(model + " --G auto --backend bricks" + out, "--backend");
  check_complaint(model + " --G auto --execution-mode parallel" + out, "parallel");
  check_complaint(model + " --G auto --trace " + folder / "trace.json" + out, "--trace");
  check_complaint("decompose " + model + " --G auto", "--G: found auto");
  check_complaint("compose " + model + " --G auto --results " + folder / "tiny.json", "--G: found auto");
  CHECK_FALSE(std::filesystem::exists(folder / "out.json"));
}

TEST_CASE("Without validation no model is run") {
  const TemporaryFolder folder;
  const Json bricks =
      document("--model " + small_model(folder, "tiny") + two_threads + "--no-validate").at("bricks");
  CHECK_FALSE(bricks.at("models").at(0).contains("measured_ms"));
  CHECK(bricks.at("models").at(0).contains("composed_sequential_ms"));
}

TEST_CASE("A gate on the error decides the status, and the document is written all the same") {
  const TemporaryFolder folder;
  const std::string line =
      "--model " + small_model(folder, "tiny") + two_threads + "--out " + folder / "out.json";
  CHECK(run_program(line + " --max-error 1000000").status == 0);
  const Run strict = run_program(line + " --max-error 0");
  CHECK(strict.status == 1);
  CHECK(strict.error.find("expected at most 0") != std::string::npos);
  CHECK(Json::parse(file_text(folder / "out.json")).contains("benchmarks"));
}

TEST_CASE("Every ISA that runs here can be forced, and the document says which one ran") {
  const TemporaryFolder folder;
  const std::string model = small_model(folder, "tiny");
  for (const bricks::IsaInfo& info : bricks::isa_list) {
    if (!bricks::isa_supported(info.isa)) continue;
    const std::string name(info.name);
    CHECK(document("--model " + model + two_threads + "--isa " + name).at("bricks").at("isa") == name);
  }
}

TEST_CASE("Cache states can be chosen") {
  const TemporaryFolder folder;
  for (const std::string state : {"hot", "cold", "context"})
    CHECK(document("--model " + small_model(folder, "tiny") + two_threads + "--cache " + state)
              .at("bricks")
              .at("cache") == state);
}

TEST_CASE("Wrong use of the commands that measure is refused before anything runs or is written") {
  const TemporaryFolder folder;
  const std::string out = " --out " + folder / "out.json";
  check_complaint("--model vgg16 --threads 0" + out, "--threads");
  check_complaint("--model vgg16 --isa mmx" + out, "mmx");
  check_complaint("--model vgg16 --runs 0" + out, "--runs");
  check_complaint("--model vgg16 --cache warm" + out, "warm");
  check_complaint("--model vgg16 --memory lots" + out, "--memory");
  check_complaint("measure " + folder / "nothing" + out, "nothing");
  check_complaint("measure", "suite");
  check_complaint("compose --model vgg16" + out, "--results");
  check_complaint("compose --model vgg16 --results " + folder / "nothing.json" + out, "nothing.json");
  CHECK(folder.empty());
}

TEST_CASE("A precision that cannot be had ends with status 4, and the document is written") {
  const TemporaryFolder folder;
  const std::string line = "--model " + small_model(folder, "tiny") + two_threads;
  check_precision_is_told(line + "--precision 100 --max-time 1000");
  const Run given_up = run_program(line + "--precision 0.001 --max-time 0.05 --format json");
  CHECK(given_up.status == 4);
  CHECK(Json::parse(given_up.out).at("bricks").at("notes").size() == 1);
  check_complaint("--model vgg16 --precision 0", "--precision");
}

TEST_CASE("Models that do not fit into memory together are measured in groups") {
  const TemporaryFolder folder;
  const std::string models =
      "--model " + small_model(folder, "one") + " --model " + small_model(folder, "two", true);
  const Json all = document(models + two_threads + "--memory 250kB");
  CHECK(all.at("bricks").at("notes").at(0).get<std::string>().find("2 groups") != std::string::npos);
  for (const Json& model : all.at("bricks").at("models")) CHECK(model.contains("error_percent"));
  check_complaint(models + two_threads + "--memory 1kB", "--memory");
}

TEST_CASE("Branches at once: the list schedule stands beside what two workers took") {
  const TemporaryFolder folder;
  const std::string line = "--model " + small_model(folder, "tiny", true) +
                           " --execution layerwise --execution-mode parallel --workers 2 --runs 6";
  const Json all = document(line + " --out " + folder / "out.json");
  const Json& bricks = all.at("bricks");
  CHECK(bricks.at("threads") == 1);
  CHECK(bricks.at("workers") == 2);
  const Json& model = bricks.at("models").at(0);
  CHECK(model.at("measured_ms") > 0);
  CHECK(model.at("composed_parallel_ms") > 0);
  const double composed = model.at("composed_workers_ms"), measured = model.at("measured_ms");
  CHECK(model.at("error_percent") == doctest::Approx(100 * (composed / measured - 1)));
  for (const Json& entry : all.at("benchmarks")) {
    CHECK(entry.at("bricks").at("samples").at("ns").size() >= 6);
    CHECK(entry.at("bricks").at("busy_samples").at("ns").size() >= 6);
  }
  CHECK(document("compose --model " + folder / "tiny.json" + " --execution layerwise --workers 2 --results " +
                 folder / "out.json")
            .at("bricks")
            .at("models")
            .at(0)
            .at("composed_workers_ms") == doctest::Approx(composed));
}

TEST_CASE("Rules change the list schedule, and wrong ones are refused") {
  const TemporaryFolder folder;
  const std::string model = small_model(folder, "tiny", true);
  REQUIRE(
      run_program("--model " + model + two_threads + "--no-validate --out " + folder / "out.json").status ==
      0);
  const std::string compose =
      "compose --model " + model + " --results " + folder / "out.json" + " --workers 2 --rules ";
  std::ofstream(folder / "slow.json") << R"({"schema_version": 1, "apart": [["*", "*"]]})";
  const Json slow = document(compose + folder / "slow.json").at("bricks").at("models").at(0);
  CHECK(slow.at("composed_workers_ms").get<double>() ==
        doctest::Approx(slow.at("composed_sequential_ms").get<double>()));
  std::ofstream(folder / "wrong.json") << R"({"schema_version": 1, "apart": [["Conf", "*"]]})";
  check_complaint(compose + folder / "wrong.json", "wrong.json");
  check_complaint("--model vgg16 --rules " + folder / "slow.json", "--execution-mode");
  check_complaint(
      "compose --model " + model + " --results " + folder / "out.json" + " --rules " + folder / "slow.json",
      "--workers");
  check_complaint("--model vgg16 --execution-mode parallel --threads 2", "--threads");
  check_complaint("--model vgg16 --execution-mode parallel --workers 0", "--workers");
  check_complaint("--model vgg16 --execution-mode both", "both");
}

TEST_CASE("What cannot be written is refused before anything is measured") {
  const TemporaryFolder folder;
  const std::string model = "--model " + small_model(folder, "tiny");
  check_complaint(model + " --out " + folder / "missing/out.json", "missing/out.json: cannot be written");
  check_complaint(model + " --trace " + folder / "missing/trace.json",
                  "missing/trace.json: cannot be written");
  check_complaint(model + two_threads + "--no-validate --out /dev/full", "/dev/full: cannot be written");
}

TEST_CASE("The last line says all settings of a run") {
  const TemporaryFolder folder;
  const std::string options = "--count-disturbed --memory 1GB --no-validate --max-error 3";
  const Json bricks = document("--model " + small_model(folder, "tiny") + two_threads + options).at("bricks");
  for (const std::string option : {"--count-disturbed", "--memory 1GB", "--no-validate", "--max-error 3"})
    CHECK(bricks.at("command").get<std::string>().find(option) != std::string::npos);
}

TEST_CASE("A trace holds rounds, turns, brick runs, passes, and one pass unit by unit") {
  const TemporaryFolder folder;
  for (const std::string mode : {"--threads 2", "--execution-mode parallel --workers 2"}) {
    CAPTURE(mode);
    const std::string line =
        "--model " + small_model(folder, "tiny", true) + " --runs 6 --count-disturbed " + mode;
    REQUIRE(run_program(line + " --trace " + folder / "trace.json").status == 0);
    const Json trace = Json::parse(file_text(folder / "trace.json"));
    std::map<std::string, int> count;
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> brick_runs;
    for (const Json& event : trace.at("traceEvents")) {
      if (event.at("ph") == "M") continue;
      CHECK(event.at("ph") == "X");
      CHECK(event.at("ts") >= 0);
      CHECK(event.at("dur") >= 0);
      ++count[event.at("cat")];
      if (event.at("cat") == "brick")
        brick_runs[{event.at("pid"), event.at("tid")}].emplace_back(event.at("ts"), event.at("dur"));
    }
    CHECK(count["round"] == 2);
    CHECK(count["visit"] == 2);
    CHECK(count["pass"] == 6);
    CHECK(count["turn"] >= 6);
    CHECK(count["brick"] >= 6);
    CHECK(count["unit"] >= 4);
    for (auto& [thread, runs] : brick_runs) {
      std::sort(runs.begin(), runs.end());
      for (std::size_t i = 1; i < runs.size(); ++i)
        CHECK(runs[i].first >= doctest::Approx(runs[i - 1].first + runs[i - 1].second));
    }
  }
}
