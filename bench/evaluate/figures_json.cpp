#include "bench/evaluate/figures.hpp"
#include "bench/evaluate/paper.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/optional_member.hpp"
#include "bench/stats/stats_report.hpp"
#include "bench/zoo/zoo.hpp"

namespace bricks {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered composed_json(const ComposedAt& at) {
  Ordered json = {{"G", at.G},
                  {"sequences", at.sequences},
                  {"unique_sequences", at.unique_sequences},
                  {"composed_ms", at.composed_ms},
                  {"confidence_95_ms", {at.low_ms, at.high_ms}},
                  {"composed_p50_ms", at.p50_ms},
                  {"composed_p90_ms", at.p90_ms},
                  {"plain_sum_ms", at.plain_sum_ms},
                  {"parallel_ms", at.parallel_ms}};
  set(json, "error_percent", at.error_percent);
  set(json, "plain_error_percent", at.plain_error_percent);
  return json;
}

Ordered errors_json(const ErrorSummary& errors) {
  return {{"mean_absolute_percent", errors.mean_absolute_percent},
          {"p90_absolute_percent", errors.p90_absolute_percent},
          {"max_absolute_percent", errors.max_absolute_percent},
          {"bias_percent", errors.bias_percent},
          {"geometric_mean_ratio", errors.geometric_mean_ratio},
          {"within_5_percent", 100 * errors.within_5_percent},
          {"within_10_percent", 100 * errors.within_10_percent}};
}

Ordered summary_json(const GranularitySummary& summary) {
  Ordered json = {{"G", summary.G},
                  {"models", summary.models},
                  {"sequences", summary.sequences},
                  {"unique_sequences", summary.unique_sequences},
                  {"benchmarks", summary.benchmarks},
                  {"models_ms", summary.models_ms},
                  {"benchmarks_ms", summary.benchmarks_ms},
                  {"benchmark_speedup", summary.benchmark_speedup}};
  set(json, "wall_speedup", summary.wall_speedup);
  if (summary.errors) json["errors"] = errors_json(*summary.errors);
  if (summary.plain_errors) json["plain_errors"] = errors_json(*summary.plain_errors);
  return json;
}

Ordered model_json(const EvaluatedModel& model) {
  Ordered json = {{"name", model.name}};
  if (model.measured) {
    json["measured_ms"] = model.measured->ms;
    set(json, "measured_p50_ms", model.measured->p50_ms);
    set(json, "measured_p90_ms", model.measured->p90_ms);
  }
  json["at"] = Ordered::array();
  for (const ComposedAt& at : model.at) json["at"].push_back(composed_json(at));
  return json;
}

Ordered run_json(const EvaluatedRun& run) {
  Ordered json = {{"execution", run.system.execution}, {"cache", run.system.cache}};
  json["models"] = Ordered::array();
  for (const EvaluatedModel& model : run.models) json["models"].push_back(model_json(model));
  json["summaries"] = Ordered::array();
  for (const GranularitySummary& summary : run.summaries) json["summaries"].push_back(summary_json(summary));
  if (run.brick_seconds > 0) json["brick_seconds"] = run.brick_seconds;
  return json;
}

Ordered system_json(const EvaluatedSystem& system) {
  const System& measured = system.runs.front().system;
  Ordered json = {{"name", system.name},
                  {"cpu", measured.cpu},
                  {"isa", measured.isa},
                  {"threads", measured.threads},
                  {"engine", measured.engine}};
  if (!system.host.is_null()) json["host"] = system.host;
  json["runs"] = Ordered::array();
  for (const EvaluatedRun& run : system.runs) json["runs"].push_back(run_json(run));
  return json;
}

Ordered ablation_json(const AblationRun& ablation) {
  Ordered json = {{"system", ablation.system}};
  json.update(run_json(ablation.run));
  return json;
}

Ordered layers_json(std::span<const Graph> models) {
  Ordered json = stats_json(count_layers(models), models).at("bricks");
  for (Ordered& model : json["models"]) {
    const std::string name = model.at("name");
    if (!zoo::contains(name)) continue;
    model["title"] = zoo::find(name).title;
    model["task"] = zoo::task_name(zoo::find(name).task);
  }
  return {{"models", json["models"]}, {"corpus", json["corpus"]}, {"jaccard", json["jaccard"]}};
}

Ordered paper_json(std::span<const Graph> models) {
  Ordered json = {{"figure_3_system", paper_systems()[paper_figure_3_system].name}};
  json["models"] = Ordered::array();
  for (const Graph& graph : models) {
    const PaperModel* model = paper_model(graph.name);
    if (model == nullptr) continue;
    json["models"].push_back({{"name", model->model},
                              {"layers", model->layers},
                              {"unique_layers", model->unique_layers},
                              {"sequential_ms", model->sequential_ms},
                              {"parallel_ms", model->parallel_ms},
                              {"latency_ms", model->latency_ms}});
  }
  json["systems"] = Ordered::array();
  for (const PaperSystem& system : paper_systems())
    json["systems"].push_back({{"name", system.name},
                               {"geometric_mean_ratio", system.geometric_mean},
                               {"benchmark_speedup", system.speedup}});
  return json;
}

}  // namespace

Ordered evaluation_json(const Evaluation& evaluation, std::span<const Graph> models, const Host& host) {
  Ordered json = {
      {"schema_version", report_schema_version}, {"command", evaluation.command}, {"G", evaluation.Gs}};
  json["systems"] = Ordered::array();
  for (const EvaluatedSystem& system : evaluation.systems) json["systems"].push_back(system_json(system));
  json["ablation"] = Ordered::array();
  for (const AblationRun& ablation : evaluation.ablation) json["ablation"].push_back(ablation_json(ablation));
  json["layers"] = layers_json(models);
  json["paper"] = paper_json(models);
  return document_with(host, std::move(json));
}

}  // namespace bricks
