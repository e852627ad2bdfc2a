// Comparing with other engines, from the outside. The other engine is our own program behind a script.
#if BRICKS_ONNX
#include "bench/backends/fake_backend.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "engine/tuning/tuning_json.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/precision.hpp"

#include <cstdlib>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using bricks::bench::FakeBackend;
using bricks::test::check_complaint;
using bricks::test::check_precision_is_told;
using bricks::test::file_text;
using bricks::test::Run;
using bricks::test::run_program;
using bricks::test::TemporaryFolder;
using Json = nlohmann::json;

namespace {

std::string small_model(const TemporaryFolder& folder, const std::string& name, std::int64_t kernel) {
  bricks::test::ModelWriter model(name);
  auto value = model.input({1, 8, 12, 12});
  for (int i = 0; i < 3; ++i) value = model.unary(model.conv(value, 8, kernel));
  bricks::write_model(model.builder.finish(), folder / (name + ".json"));
  return " --model " + folder / (name + ".json");
}

// All three in one folder of backends.
class Backends {
 public:
  Backends() {
    add("broken",
        "while read -r line; do case $line in *describe*) echo '{\"version\": \"0\"}';; "
        "*) echo '{\"error\": \"no operator Conv\"}';; esac; done\n");
    add("absent", "read -r line; echo '{\"error\": \"its library is not there\"}'; cat >/dev/null\n");
    setenv("BRICKS_BACKENDS", twin_.folder().c_str(), 1);
  }
  ~Backends() { unsetenv("BRICKS_BACKENDS"); }

 private:
  void add(const std::string& name, const std::string& body) {
    const std::string path = twin_.folder() + "/" + name + ".sh";
    std::ofstream(path) << "#!/bin/sh\n" << body;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  FakeBackend twin_{"exec " + std::string(BRICKS_PROGRAM) + " serve\n", "twin"};
};

const char* const quick = " --threads 1 --runs 5 ";

}  // namespace

TEST_CASE("Whole models beside another engine: latencies, ratio, floor, outputs compared") {
  const TemporaryFolder folder;
  const Backends backends;
  const Run run = run_program("compare" + small_model(folder, "one", 3) + small_model(folder, "two", 1) +
                              quick + "--backend twin --format json --out " + folder / "out.json");
  CHECK(run.error == "");
  REQUIRE(run.status == 0);
  CHECK(run.out == file_text(folder / "out.json"));
  const Json compare = Json::parse(run.out).at("bricks").at("compare");
  REQUIRE(compare.at("models").size() == 2);
  for (const Json& model : compare.at("models")) {
    CHECK(model.at("ours_ms") > 0);
    const Json& twin = model.at("backends").at("twin");
    CHECK(twin.at("ms") > 0);
    CHECK(twin.at("largest_difference") == 0);
    // Visits are of five runs; as these take microseconds, twenty further ones follow; up to five times as
    // many where others disturb some.
    const int runs = twin.at("runs"), disturbed = twin.at("disturbed_runs");
    CHECK(runs >= 5);
    CHECK((runs + disturbed) % 5 == 0);
    CHECK(runs + disturbed >= 25);
    CHECK(runs + disturbed <= 125);
    CHECK(model.at("ratio") == twin.at("ratio"));
    CHECK(model.at("floor").at("ratio") > 0);
  }
  CHECK(compare.at("models").at(0).at("name") == "one");
  CHECK(compare.at("geometric_mean_ratio") > 0);
  CHECK(compare.at("geometric_mean_floor") > 0);
}

TEST_CASE("Our engine is compared with the algorithms that --tune says") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string model = small_model(folder, "one", 3), table = folder / "table.json",
                    line = "compare" + model + quick + "--backend twin --no-floor --format json --tune ";
  const Run searched = run_program(line + "measured --tune-out " + table);
  CHECK(searched.error == "");
  REQUIRE(searched.status == 0);
  const Json tuning = Json::parse(searched.out).at("bricks").at("tuning");
  CHECK(tuning.at("convolutions") >= 1);
  CHECK(tuning.at("table") == Json::parse(file_text(table)));

  // One that the twin, which knows of no table, does not run: its sums are others.
  bricks::Tuning other = bricks::read_tuning(table);
  bricks::TunedConv& conv = other.convolutions.begin()->second;
  const auto expected = bricks::cost_model_algorithm(conv.problem, other.isa, false);
  for (const auto& [algorithm, ns] : conv.ns)
    if (algorithm != expected) conv.algorithm = algorithm;
  conv.split.reset();
  std::ofstream(table) << bricks::tuning_text(other);
  const Run read = run_program(line + table);
  REQUIRE(read.status == 0);
  const Json bricks = Json::parse(read.out).at("bricks");
  CHECK(bricks.at("tuning").at("otherwise_than_cost_model") >= 1);
  CHECK(bricks.at("compare").at("models").at(0).at("backends").at("twin").at("largest_difference") > 0);
}

TEST_CASE("With --G every unique brick is compared once") {
  const TemporaryFolder folder;
  const Backends backends;
  const Run run = run_program("compare" + small_model(folder, "one", 3) + small_model(folder, "two", 3) +
                              quick + "--backend twin --no-floor --G 1 --format json");
  REQUIRE(run.status == 0);
  const Json compare = Json::parse(run.out).at("bricks").at("compare");
  REQUIRE(compare.at("bricks").size() == 1);
  const Json& brick = compare.at("bricks").at(0);
  CHECK(brick.at("operators") == "Conv+Relu");
  CHECK(brick.at("count") == 6);
  CHECK(brick.at("backends").at("twin").at("ms").is_number());
  CHECK_FALSE(compare.at("models").at(0).contains("floor"));
}

TEST_CASE("Bricks in the layouts of their model, and none that are too small") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string line = "compare" + small_model(folder, "one", 3) + quick + "--backend twin --no-floor",
                    bricks = line + " --G 1 --format json --least-macs ";
  const Run all = run_program(bricks + "1 --own-layouts");
  REQUIRE(all.status == 0);
  const Json document = Json::parse(all.out).at("bricks");
  CHECK(document.at("command").get<std::string>().find(" --G 1 --least-macs 1 --own-layouts ") !=
        std::string::npos);
  const Json& compared = document.at("compare").at("bricks");
  REQUIRE(compared.size() == 1);
  CHECK(compared.at(0).at("backends").at("twin").at("largest_difference") <= 1e-6);
  const Json larger = Json::parse(run_program(bricks + "1000000000000").out).at("bricks").at("compare");
  CHECK(larger.at("bricks").empty());
  CHECK(larger.at("models").size() == 1);
  const Run models = run_program(line + " --own-layouts");
  CHECK(models.status == 2);
  CHECK(models.error.find("--own-layouts and --least-macs are of bricks") != std::string::npos);
}

TEST_CASE("An engine that is missing or fails is reported and spoils nothing") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string line = "compare" + small_model(folder, "one", 3) + quick + "--backend absent,broken,twin";
  const Run run = run_program(line + " --format json");
  REQUIRE(run.status == 0);
  const Json compare = Json::parse(run.out).at("bricks").at("compare");
  CHECK(compare.at("missing").at("absent").get<std::string>().find("install.sh absent") != std::string::npos);
  const Json& model = compare.at("models").at(0);
  CHECK(model.at("backends").at("broken").at("failure") == "backend broken.sh: no operator Conv");
  CHECK(model.at("fastest") == "twin");
  const std::string text = run_program(line).out;
  CHECK(text.find("broken.sh: no operator Conv") != std::string::npos);
  CHECK(text.find("missing: backend absent.sh: its library is not there") != std::string::npos);
}

TEST_CASE("Bricks measured on another engine compose to its models") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string model = small_model(folder, "one", 3);
  const Run run = run_program(model + quick + "--backend twin --format json");
  CHECK(run.error == "");
  REQUIRE(run.status == 0);
  const Json bricks = Json::parse(run.out).at("bricks");
  CHECK(bricks.at("engine").get<std::string>().rfind("twin ", 0) == 0);
  CHECK(bricks.at("models").at(0).at("composed_sequential_ms") > 0);
  CHECK(bricks.at("models").at(0).at("measured_ms") > 0);
  CHECK(bricks.at("models").at(0).at("error_percent").is_number());

  const std::string results = folder / "results.json";
  REQUIRE(run_program("decompose" + model + " --backend twin --out " + folder / "suite").status == 0);
  REQUIRE(run_program("measure " + folder / "suite" + quick + "--backend twin --out " + results).status == 0);
  CHECK(run_program("compose" + model + " --backend twin --results " + results).status == 0);
  const Run unnamed = run_program("compose" + model + " --results " + results);
  CHECK(unnamed.status == 2);
  CHECK(unnamed.error.find("results of the engine 'twin ") != std::string::npos);
  CHECK(unnamed.error.find("expected --backend twin") != std::string::npos);
  const Run mixed = run_program("compose" + model + " --backend other --results " + results);
  CHECK(mixed.status == 2);
  CHECK(mixed.error.find("expected those of --backend other") != std::string::npos);
  const Run broken = run_program(model + quick + "--backend broken");
  CHECK(broken.status == 2);
  CHECK(broken.error.find("no operator Conv") != std::string::npos);
}

TEST_CASE("On another engine bricks are kept in a store and known from it, apart from other engines'") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string store = folder / "results.store", model = small_model(folder, "one", 3);
  const auto use = [&](const std::string& options) {
    const Run run = run_program(model + quick + "--format json --results " + store + options);
    CHECK(run.error == "");
    REQUIRE(run.status == 0);
    return Json::parse(run.out).at("bricks").at("store");
  };
  CHECK(use(" --backend twin").at("new_benchmarks") == 1);
  const std::string first = file_text(store);
  const Json again = use(" --backend twin --no-validate");
  CHECK(again.at("benchmarks") == 1);
  CHECK(again.at("new_benchmarks") == 0);
  CHECK(file_text(store) == first);
  const Json ours = use("");
  CHECK(ours.at("new_benchmarks") == ours.at("benchmarks"));
  CHECK(ours.at("stale_results") == 0);
  CHECK(ours.at("results_of_other_systems") == 1);
  for (const char* engine : {" --backend twin", ""})
    CHECK(run_program("compose" + model + engine + " --results " + store).status == 0);
}

TEST_CASE("compose without --backend is of our engine, whatever else a store holds") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string store = folder / "results.store", model = small_model(folder, "one", 3);
  REQUIRE(run_program(model + quick + "--backend twin --no-validate --results " + store).status == 0);
  const auto compose = [&] {
    const Run run = run_program("compose" + model + " --threads 1 --format json --results " + store);
    REQUIRE(run.status == 0);
    return Json::parse(run.out).at("bricks");
  };
  CHECK(compose().at("store").at("new_benchmarks") > 0);
  const Json again = compose();
  CHECK(again.at("store").at("new_benchmarks") == 0);
  CHECK(again.at("notes").dump().find("results of other engines passed over") != std::string::npos);
}

TEST_CASE("On another engine a precision is measured to, or given up with status 4") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string line = small_model(folder, "one", 3) + " --threads 1 --backend twin";
  const Json bricks = check_precision_is_told(line + " --runs 5 --precision 100");
  CHECK(bricks.at("command").get<std::string>().find(" --precision 100 ") != std::string::npos);
  const Run hopeless = run_program(line + " --runs 5 --precision 0.001 --max-time 0.01 --format json");
  CHECK(hopeless.status == 4);
  CHECK(Json::parse(hopeless.out).at("bricks").at("models").at(0).at("measured_ms") > 0);
}

TEST_CASE("On another engine models that do not fit into memory together are measured in groups") {
  const TemporaryFolder folder;
  const Backends backends;
  const std::string line = small_model(folder, "one", 3) + small_model(folder, "two", 1) + quick +
                           "--backend twin --format json --memory ";
  const Run run = run_program(line + "170KB");
  CHECK(run.error == "");
  REQUIRE(run.status == 0);
  const Json bricks = Json::parse(run.out).at("bricks");
  for (const Json& model : bricks.at("models")) {
    CHECK(model.at("measured_ms") > 0);
    CHECK(model.at("composed_sequential_ms") > 0);
  }
  CHECK(bricks.at("notes").dump().find("measured in 2 groups") != std::string::npos);
  const Run small = run_program(line + "10KB");
  CHECK(small.status == 2);
  CHECK(small.error.find("--memory allows") != std::string::npos);
}

TEST_CASE("A model whose ratio is uncertain comes again at the end, and the less uncertain result counts") {
  const TemporaryFolder folder;
  // Our own program, but three in seven runs of the model take 20 times as long in the second process, which
  // is that of the first model: less than half a millisecond longer, as more would be interruptions, which
  // are set aside. Under AddressSanitizer a run takes 0.08 ms, so 0.4 ms is the most.
  const FakeBackend unsteady("cd " + folder / "" + "\nprogram=" + std::string(BRICKS_PROGRAM) + R"sh(
n=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $n >count
mkfifo requests$n answers$n
$program serve <requests$n >answers$n &
exec 3>requests$n 4<answers$n
run=0
while read -r line; do
  echo "$line" >&3; read -r answer <&4
  case "$line" in *load*) model=${answer#*:}; model=${model%%[!0-9]*};; esac
  case "$n $line" in "2 "*"\"handle\":$model,\"runs\":6,"*)
    numbers=${answer#*[}; times=; IFS=,
    for time in ${numbers%]*}; do
      longer=$((time * 19))
      if [ $longer -gt 400000 ]; then longer=400000; fi
      if [ $((run % 7)) -lt 3 ]; then time=$((time + longer)); fi
      times="$times${times:+,}$time"; run=$((run + 1))
    done
    answer="{\"nanoseconds\": [$times]}"; unset IFS;;
  esac
  echo "$answer"
done
)sh",
                             "unsteady");
  setenv("BRICKS_BACKENDS", unsteady.folder().c_str(), 1);
  const Run run = run_program("compare" + small_model(folder, "one", 3) + small_model(folder, "two", 1) +
                              quick + "--no-floor --backend unsteady --format json");
  unsetenv("BRICKS_BACKENDS");
  CHECK(run.error == "");
  REQUIRE(run.status == 0);
  const Json compare = Json::parse(run.out).at("bricks").at("compare");
  CHECK(compare.at("compared_again") >= 1);
  REQUIRE(compare.at("models").size() == 2);
  // Where they do, the ratio is 8 or so, under AddressSanitizer 3.
  for (const Json& model : compare.at("models")) CHECK(model.at("ratio") < 2.5);
}

TEST_CASE("A model that cannot be read is reported among others, and refused by itself") {
  const TemporaryFolder folder;
  const Backends backends;
  std::ofstream(folder / "broken.json") << "{";
  const std::string broken = " --model " + folder / "broken.json";
  const Run both = run_program("compare" + broken + small_model(folder, "one", 1) + quick +
                               "--backend twin --format json");
  CHECK(both.status == 1);
  const Json models = Json::parse(both.out).at("bricks").at("compare").at("models");
  CHECK(models.at(0).at("failure").get<std::string>().find("broken.json") != std::string::npos);
  CHECK(models.at(1).at("ratio") > 0);
  check_complaint("compare" + broken + " --backend twin", "broken.json");
  check_complaint("compare --model vgg61 --backend twin", "vgg16");
  check_complaint("compare --model vgg16 --backend twim", "twin");
  check_complaint("compare --model vgg16", "--backend");
}
#endif
