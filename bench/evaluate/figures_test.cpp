#include "bench/evaluate/figures.hpp"

#include "bench/zoo/zoo.hpp"

#include <map>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

Evaluation example() {
  ComposedAt at;
  at.G = 1;
  at.sequences = 23;
  at.unique_sequences = 19;
  at.composed_ms = 49;
  at.low_ms = 48;
  at.high_ms = 50;
  at.plain_sum_ms = 48.5;
  at.parallel_ms = 24.5;
  at.error_percent = -2;
  at.plain_error_percent = -3;
  GranularitySummary summary;
  summary.G = 1;
  summary.models = 1;
  summary.models_ms = 50;
  summary.benchmarks_ms = 25;
  summary.benchmark_speedup = 2;
  summary.errors = summarise_errors(std::vector<double>{-2});
  EvaluatedRun run;
  run.system = {"Fast CPU, 9", "avx2", "layerwise", "", 2, "context"};
  run.models = {{"vgg16", MeasuredLatency{50, 49.5, {}}, {at}}};
  run.summaries = {summary};
  Evaluation evaluation;
  evaluation.command = "bricks-bench evaluate";
  evaluation.Gs = {1};
  evaluation.systems = {{"avx2:2", {}, {run}}};
  evaluation.ablation = {{"avx2:2", run}};
  return evaluation;
}

nlohmann::ordered_json document() {
  const std::vector<Graph> models = {zoo::build(zoo::find("vgg16"))};
  return evaluation_json(example(), models, {});
}

}  // namespace

TEST_CASE("The document holds figures, the paper's numbers beside them, and leaves out what is not known") {
  const auto bricks = document()["bricks"];
  const auto& model = bricks["systems"][0]["runs"][0]["models"][0];
  CHECK(model["measured_ms"] == 50);
  CHECK(model["measured_p50_ms"] == 49.5);
  CHECK_FALSE(model.contains("measured_p90_ms"));
  CHECK(model["at"][0]["error_percent"] == -2);
  const auto& summary = bricks["systems"][0]["runs"][0]["summaries"][0];
  CHECK(summary["errors"]["within_5_percent"] == 100);
  CHECK_FALSE(summary.contains("wall_speedup"));
  CHECK(bricks["ablation"][0]["cache"] == "context");
  CHECK(bricks["layers"]["models"][0]["title"] == "VGG-16 Trained on ImageNet Competition Data");
  CHECK(bricks["paper"]["models"][0]["unique_layers"] == 26);
  CHECK(bricks["paper"]["systems"].size() == 4);
}

TEST_CASE("Every figure and table is a CSV file") {
  std::map<std::string, std::string> files;
  for (auto& [name, text] : evaluation_csv(document())) files[name] = text;
  CHECK(files.size() == 12);
  CHECK(files["figure03.csv"] ==
        "model,system,execution,sequential_over_measured,parallel_over_measured\n"
        "vgg16,avx2:2,layerwise,0.98,0.49\n"
        "vgg16,paper: c5.2xlarge,layerwise,0.8869621826359709,0.8750665798662486\n");
  CHECK(files["figure05.csv"] ==
        "model,layers,unique_layers,unique_percent,paper_layers,paper_unique_layers\n"
        "vgg16,40,26,65.0,40,26\n");
  CHECK(files["figure07.csv"] == "model,vgg16\nvgg16,1.0\n");
  CHECK(files["figure09.csv"].find("vgg16,avx2:2,layerwise,50.0,49.5,\n") != std::string::npos);
  CHECK(files["figure10.csv"].find(
            "vgg16,avx2:2,layerwise,1,23,19,50.0,49.0,48.0,50.0,48.5,0.98,0.97,-2.0\n") != std::string::npos);
  CHECK(files["figure11.csv"].find("avx2:2,layerwise,1,0.98\npaper: c5.xlarge,layerwise,1,0.958\n") !=
        std::string::npos);
  CHECK(files["figure12.csv"].find("avx2:2,layerwise,1,2.0\npaper: c5.xlarge,layerwise,1,4.38\n") !=
        std::string::npos);
  CHECK(files["table2.csv"].find("avx2:2,\"Fast CPU, 9\",avx2,2,,,\n") != std::string::npos);
}

TEST_CASE("Summaries as text, the ablation below them") {
  const std::string text = evaluation_text(example());
  CHECK(text.find("avx2:2") != std::string::npos);
  CHECK(text.find("2.00x") != std::string::npos);
  CHECK(text.find("each choice in a session of its own") != std::string::npos);
}
