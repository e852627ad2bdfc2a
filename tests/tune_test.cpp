// `--tune` from the outside: tables are measured, written, read, carried and told apart.
#include "bench/infer/npy.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "engine/plan/plan.hpp"
#include "engine/tuning/conv_text.hpp"
#include "engine/tuning/tuning_json.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/tiny_model.hpp"

#include <algorithm>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using bricks::kernels::ConvAlgorithm;
using bricks::test::check_complaint;
using bricks::test::document;
using bricks::test::file_text;
using bricks::test::Run;
using bricks::test::run_program;
using bricks::test::TemporaryFolder;
using bricks::test::two_threads;
using Json = nlohmann::json;

namespace {

std::string residual_file(const TemporaryFolder& folder) {
  bricks::write_model(bricks::test::residual_model(2), folder / "residual.json");
  return " --model " + folder / "residual.json";
}

// A table that runs the model's inner convolutions by this algorithm.
std::string write_table(const TemporaryFolder& folder, ConvAlgorithm algorithm) {
  const bricks::Plan plan = bricks::make_plan(bricks::test::residual_model(2), {});
  bricks::Tuning table{plan.options.isa};
  for (const bricks::PlannedUnit& unit : plan.units) {
    const auto* problem = unit.kernel ? unit.kernel->convolution() : nullptr;
    if (problem != nullptr && bricks::conv_candidates(*problem, table.isa, false).size() > 1)
      table.convolutions[bricks::conv_text(*problem)] = {*problem, algorithm};
  }
  const std::string name(bricks::conv_algorithm_name(algorithm));
  std::ofstream(folder / (name + ".json")) << bricks::tuning_text(table);
  return folder / (name + ".json");
}

// Of every brick with a choice, by its text.
std::map<std::string, std::string> algorithms(const Json& document) {
  std::map<std::string, std::string> all;
  for (const Json& brick : document.at("benchmarks"))
    all[brick.at("name")] = brick.at("bricks").at("algorithm");
  return all;
}

std::size_t bricks_by(const Json& document, const std::string& algorithm) {
  const auto all = algorithms(document);
  return static_cast<std::size_t>(std::ranges::count_if(
      all, [&](const auto& each) { return each.second.find(algorithm) != std::string::npos; }));
}

}  // namespace

TEST_CASE("--tune measured times candidates, and its table makes the same choice again, twice") {
  const TemporaryFolder folder;
  const std::string line = residual_file(folder) + two_threads, table = folder / "table.json";
  const Json measured = document(line + "--tune measured --tune-out " + table);
  const Json& tuning = measured.at("bricks").at("tuning");
  CHECK(tuning.at("source") == "measured");
  CHECK(tuning.at("seconds") > 0);
  CHECK(tuning.at("convolutions") >= 1);
  CHECK(tuning.at("table") == Json::parse(file_text(table)));
  CHECK(measured.at("bricks").at("models").at(0).at("bit_for_bit") == true);
  const std::string command = measured.at("bricks").at("command");
  CHECK(command.find("--tune " + table) != std::string::npos);

  const Json first = document(line + "--tune " + table), second = document(line + "--tune " + table);
  CHECK(algorithms(first) == algorithms(measured));
  CHECK(algorithms(second) == algorithms(first));
  CHECK(first.at("bricks").at("tuning") == second.at("bricks").at("tuning"));
  CHECK(first.at("bricks").at("tuning").at("source") == table);
  CHECK_FALSE(first.at("bricks").at("tuning").contains("seconds"));
  const Run text = run_program(line + "--tune " + table);
  CHECK(text.out.find(" convolutions in the table of " + table) != std::string::npos);
}

TEST_CASE("A table's algorithms run, in bricks and model; without one nothing is said of it") {
  const TemporaryFolder folder;
  const std::string line = residual_file(folder) + two_threads;
  const Json direct = document(line + "--tune " + write_table(folder, ConvAlgorithm::direct));
  const Json winograd = document(line + "--tune " + write_table(folder, ConvAlgorithm::winograd_f2));
  CHECK(bricks_by(direct, "winograd") == 0);
  CHECK(bricks_by(winograd, "winograd F(2,3)") > 0);
  for (const Json& document : {direct, winograd})
    CHECK(document.at("bricks").at("models").at(0).at("bit_for_bit") == true);
  const Json untuned = document(line + "--tune model");
  CHECK_FALSE(untuned.at("bricks").contains("tuning"));
  CHECK(untuned.at("bricks").at("command").get<std::string>().find("--tune") == std::string::npos);
}

TEST_CASE("A suite carries its table to whoever measures it") {
  const TemporaryFolder folder;
  const std::string table = write_table(folder, ConvAlgorithm::winograd_f2), suite = folder / "suite";
  document("decompose" + residual_file(folder) + " --tune " + table + " --out " + suite);
  const Json measured = document("measure " + suite + two_threads + "--out " + folder / "results.json");
  CHECK(bricks_by(measured, "winograd F(2,3)") > 0);
  CHECK(measured.at("bricks").at("tuning").at("table") == Json::parse(file_text(table)));
  CHECK(run_program("compose" + residual_file(folder) + " --results " + folder / "results.json").status == 0);
  for (const bricks::IsaInfo& info : bricks::isa_list)
    if (bricks::isa_supported(info.isa) && info.isa != bricks::best_isa())
      check_complaint("measure " + suite + two_threads + "--isa " + std::string(info.name),
                      "found a tuning table for");
}

TEST_CASE("A store knows a brick only by the algorithms that it ran") {
  const TemporaryFolder folder;
  const std::string store = " --results " + folder / "store",
                    line = residual_file(folder) + two_threads + store + " --tune ";
  const auto fresh = [&](const std::string& tune) {
    return document(line + tune).at("bricks").at("store").at("new_benchmarks").get<int>();
  };
  const std::string direct = write_table(folder, ConvAlgorithm::direct),
                    winograd = write_table(folder, ConvAlgorithm::winograd_f2);
  const int all = fresh("model");
  const int by_direct = fresh(direct), by_winograd = fresh(winograd);
  // The stem has no choice; one of the three ways is the cost model's.
  CHECK(by_direct < all);
  CHECK(by_winograd < all);
  CHECK(by_direct + by_winograd > 0);
  for (const std::string& again : {std::string("model"), direct, winograd}) CHECK(fresh(again) == 0);
  CHECK(run_program("compose" + residual_file(folder) + store).status == 0);
}

TEST_CASE("infer runs the algorithms of --tune") {
  const TemporaryFolder folder;
  const std::string model = residual_file(folder), input = folder / "x.npy";
  bricks::NpyArray values{bricks::ElementType::float32, {1, 3, 8, 8}, {}};
  for (int i = 0; i < 3 * 8 * 8; ++i) {
    const float value = static_cast<float>(i % 13) / 7;
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    values.bytes.insert(values.bytes.end(), bytes, bytes + sizeof value);
  }
  bricks::write_npy(values, input);
  const bricks::Graph graph = bricks::test::residual_model(2);
  const auto outputs = [&](const std::string& tune) {
    const std::string out = folder / "out", line = "infer" + model + " --input " +
                                                   graph.tensor(graph.inputs[0]).name + "=" + input +
                                                   " --output-dir " + out + tune;
    CAPTURE(line);
    REQUIRE(run_program(line).status == 0);
    return file_text(out + "/" + graph.tensor(graph.outputs[0]).name + ".npy");
  };
  const std::string direct = outputs(" --tune " + write_table(folder, ConvAlgorithm::direct)),
                    winograd = outputs(" --tune " + write_table(folder, ConvAlgorithm::winograd_f2)),
                    untuned = outputs("");
  CHECK(direct != winograd);
  CHECK(untuned == outputs(" --tune model"));
  CHECK(outputs(" --tune measured --strict --tune-out " + folder / "strict.json").size() == direct.size());
  CHECK(file_text(folder / "strict.json").find("\"strict\": true") != std::string::npos);
  check_complaint("infer" + model + " --input x=" + input + " --tune " + folder / "strict.json", "strict");
}

TEST_CASE("--tune is heeded with --G auto and by evaluate") {
  const TemporaryFolder folder;
  const std::string model = residual_file(folder), table = write_table(folder, ConvAlgorithm::winograd_f2);
  const Json chosen = document(model + two_threads + "--G auto --tune " + table);
  CHECK(bricks_by(chosen, "winograd F(2,3)") > 0);
  CHECK(chosen.at("bricks").at("models").at(0).at("bit_for_bit") == true);

  const std::string out = folder / "evaluation",
                    line = "evaluate" + model + " --G 1,2 --runs 3 --tune measured --out " + out;
  CHECK(run_program(line).status == 0);
  const std::string isa(bricks::isa_info(bricks::best_isa()).name), kept = out + "/tuning-" + isa + ".json";
  const std::string before = file_text(kept);
  CHECK_FALSE(before.empty());
  const auto sessions = [&] {
    const std::filesystem::directory_iterator all(out + "/sessions");
    return std::distance(begin(all), end(all));
  };
  const auto count = sessions();
  CHECK(run_program(line + " --resume").status == 0);
  CHECK(file_text(kept) == before);
  CHECK(sessions() == count);
}

TEST_CASE("Wrong tables and wrong use of --tune are refused before anything is measured") {
  const TemporaryFolder folder;
  const std::string line = residual_file(folder) + two_threads;
  check_complaint(line + "--tune " + folder / "nothing.json", "nothing.json");
  check_complaint(line + "--tune model --tune-out " + folder / "out.json", "--tune-out");
  check_complaint(line + "--tune measured --backend bricks", "--backend");
  std::ofstream(folder / "wrong.json") << "{\"format\": \"bricks-tuning\", \"schema_version\": 1}";
  check_complaint(line + "--tune " + folder / "wrong.json", "wrong.json: 'isa'");
  bricks::Tuning other{bricks::isa_list[0].isa, bricks::isa_list[0].isa == bricks::best_isa()};
  std::ofstream(folder / "other.json") << bricks::tuning_text(other);
  check_complaint(line + "--tune " + folder / "other.json", "other.json: found a tuning table for");
  check_complaint("infer" + residual_file(folder) + " --input x0=nothing.npy --tune " + folder / "other.json",
                  "nothing.npy");
  check_complaint("decompose" + residual_file(folder) + " --execution layerwise --chain published --tune " +
                      folder / "other.json",
                  "--chain published");
  CHECK_FALSE(std::filesystem::exists(folder / "out.json"));
}
