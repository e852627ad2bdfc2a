// The program from the outside: what it prints, what it writes, how it ends.
#include "tests/support/program.hpp"

#include "bench/report/progress.hpp"
#include "kernels/isa/isa.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/precision.hpp"
#include "tests/support/tiny_model.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using bricks::test::check_complaint;
using bricks::test::check_precision_is_told;
using bricks::test::document;
using bricks::test::file_text;
using bricks::test::Run;
using bricks::test::run_program;
using bricks::test::TemporaryFolder;
using bricks::test::tiny_model;
using bricks::test::two_threads;
using Json = nlohmann::json;

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
  for (const std::string name : {"BRICKS_GATHER_MS", "BRICKS_WARM_UP_MS"}) {
    check_complaint(run_program("--version", name + "=soon"), name);
    CHECK(run_program("--version", name + "=0").status == 0);
  }
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

// As users run it: disturbed runs are made up for.
TEST_CASE("The one-line form measures, composes and validates") {
  const TemporaryFolder folder;
  for (const char* execution : {"layerwise", "fused"})
    for (const char* G : {"1", "3"}) {
      const Json all = document("--model " + tiny_model(folder, "tiny", true) +
                                " --threads 2 --runs 6 --execution " + execution + " --G " + G + " --seed 5");
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
  const std::string model = tiny_model(folder, "tiny");
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

TEST_CASE("Without validation no model is run") {
  const TemporaryFolder folder;
  const Json bricks =
      document("--model " + tiny_model(folder, "tiny") + two_threads + "--no-validate").at("bricks");
  CHECK_FALSE(bricks.at("models").at(0).contains("measured_ms"));
  CHECK(bricks.at("models").at(0).contains("composed_sequential_ms"));
}

TEST_CASE("A gate on the error decides the status, and the document is written all the same") {
  const TemporaryFolder folder;
  const std::string line =
      "--model " + tiny_model(folder, "tiny") + two_threads + "--out " + folder / "out.json";
  CHECK(run_program(line + " --max-error 1000000").status == 0);
  const Run strict = run_program(line + " --max-error 0");
  CHECK(strict.status == 1);
  CHECK(strict.error.find("expected at most 0") != std::string::npos);
  CHECK(Json::parse(file_text(folder / "out.json")).contains("benchmarks"));
}

TEST_CASE("Every ISA that runs here can be forced, and the document says which one ran") {
  const TemporaryFolder folder;
  const std::string model = tiny_model(folder, "tiny");
  for (const bricks::IsaInfo& info : bricks::isa_list) {
    if (!bricks::isa_supported(info.isa)) continue;
    const std::string name(info.name);
    CHECK(document("--model " + model + two_threads + "--isa " + name).at("bricks").at("isa") == name);
  }
}

TEST_CASE("Cache states can be chosen") {
  const TemporaryFolder folder;
  for (const std::string state : {"hot", "cold", "context"})
    CHECK(document("--model " + tiny_model(folder, "tiny") + two_threads + "--cache " + state)
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
  const std::string line = "--model " + tiny_model(folder, "tiny") + two_threads;
  check_precision_is_told(line + "--precision 100 --max-time 1000");
  const Run given_up = run_program(line + "--precision 0.001 --max-time 0.05 --format json");
  CHECK(given_up.status == 4);
  CHECK(Json::parse(given_up.out).at("bricks").at("notes").size() == 1);
  check_complaint("--model vgg16 --precision 0", "--precision");
}

TEST_CASE("Models that do not fit into memory together are measured in groups") {
  const TemporaryFolder folder;
  const std::string models =
      "--model " + tiny_model(folder, "one") + " --model " + tiny_model(folder, "two", true);
  const Json all = document(models + two_threads + "--memory 250kB");
  CHECK(all.at("bricks").at("notes").at(0).get<std::string>().find("2 groups") != std::string::npos);
  for (const Json& model : all.at("bricks").at("models")) CHECK(model.contains("error_percent"));
  check_complaint(models + two_threads + "--memory 1kB", "--memory");
}

TEST_CASE("Branches at once: the list schedule stands beside what two workers took") {
  const TemporaryFolder folder;
  const std::string line = "--model " + tiny_model(folder, "tiny", true) +
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
  const std::string model = tiny_model(folder, "tiny", true);
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
  const std::string model = "--model " + tiny_model(folder, "tiny");
  check_complaint(model + " --out " + folder / "missing/out.json", "missing/out.json: cannot be written");
  check_complaint(model + " --trace " + folder / "missing/trace.json",
                  "missing/trace.json: cannot be written");
  check_complaint(model + two_threads + "--no-validate --out /dev/full", "/dev/full: cannot be written");
}

TEST_CASE("The last line says all settings of a run") {
  const TemporaryFolder folder;
  const std::string options = "--memory 1GB --no-validate --max-error 3";
  const Json bricks = document("--model " + tiny_model(folder, "tiny") + two_threads + options).at("bricks");
  for (const std::string option : {"--count-disturbed", "--memory 1GB", "--no-validate", "--max-error 3"})
    CHECK(bricks.at("command").get<std::string>().find(option) != std::string::npos);
}

TEST_CASE("A trace holds rounds, turns, brick runs, passes, and one pass unit by unit") {
  const TemporaryFolder folder;
  for (const std::string mode : {"--threads 2", "--execution-mode parallel --workers 2"}) {
    CAPTURE(mode);
    const std::string line =
        "--model " + tiny_model(folder, "tiny", true) + " --runs 6 --count-disturbed " + mode;
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
