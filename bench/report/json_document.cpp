#include "bench/report/json_document.hpp"

#include "bench/report/build_info.hpp"
#include "bench/report/granularities.hpp"
#include "bench/report/json_host.hpp"
#include "bench/report/json_line.hpp"
#include "bench/report/optional_member.hpp"
#include "bench/report/tuning_report.hpp"

#include <algorithm>
#include <ctime>

namespace bricks {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

OrderedJson summary_json(const Summary& summary) {
  return {{"trimmed_mean_ns", summary.trimmed_mean},
          {"median_ns", summary.median},
          {"minimum_ns", summary.minimum},
          {"maximum_ns", summary.maximum},
          {"median_absolute_deviation_ns", summary.median_absolute_deviation},
          {"p90_ns", summary.p90}};
}

template <class Member>
OrderedJson column(const std::vector<Sample>& samples, Member member) {
  OrderedJson values = OrderedJson::array();
  for (const Sample& sample : samples) values.push_back(sample.*member);
  return values;
}

OrderedJson samples_json(const std::vector<Sample>& samples) {
  OrderedJson json = {{"round", column(samples, &Sample::round)},
                      {"turn", column(samples, &Sample::turn)},
                      {"position", column(samples, &Sample::position)},
                      {"start_ns", column(samples, &Sample::start_ns)},
                      {"ns", column(samples, &Sample::ns)},
                      {"watch_ns", column(samples, &Sample::watch_ns)}};
  if (std::ranges::any_of(samples, [](const Sample& sample) { return sample.slowdown != 1; }))
    json["slowdown"] = column(samples, &Sample::slowdown);
  return json;
}

OrderedJson brick_json(const BrickReport& brick, const Report& report) {
  OrderedJson extras = {{"text", brick.text},
                        {"variant", brick.variant},
                        {"swept_bytes", brick.swept_bytes},
                        {"operators", brick.operators},
                        {"count", brick.count},
                        {"macs", brick.macs},
                        {"algorithm", brick.algorithm},
                        {"discarded_runs", brick.discarded},
                        {"disturbed_runs", brick.set_aside}};
  if (!brick.tuned.empty()) extras["tuned"] = brick.tuned;
  set(extras, "largest_difference", brick.difference);
  extras["statistics"] = summary_json(brick.summary);
  if (brick.interval_ns) extras["confidence_95_ns"] = {brick.interval_ns->low, brick.interval_ns->high};
  extras["samples"] = samples_json(brick.samples);
  if (!brick.busy_samples.empty()) extras["busy_samples"] = samples_json(brick.busy_samples);
  const ReportSettings& settings = report.settings;
  const double real_time_us = brick.summary.trimmed_mean / 1e3;
  // The team spins, so worker 0 uses as much CPU time as it takes.
  OrderedJson json = {{"name", brick.name},
                      {"run_name", brick.name},
                      {"run_type", "iteration"},
                      {"repetitions", 1},
                      {"repetition_index", 0},
                      {"threads", settings.threads},
                      {"iterations", brick.samples.size()},
                      {"real_time", real_time_us},
                      {"cpu_time", real_time_us},
                      {"time_unit", "us"},
                      {"framework", settings.backend.empty() ? "bricks" : settings.backend},
                      {"device", report.host.cpu_model},
                      {"hostname", report.host.name},
                      {"problem", brick.operators},
                      {"time", real_time_us / 1e6},
                      {"shape_x", brick.input_shape}};
  if (settings.batch > 0) json["batch_size"] = settings.batch;
  json["bricks"] = std::move(extras);
  return json;
}

OrderedJson model_json(const ModelReport& model) {
  OrderedJson json = {{"name", model.name},
                      {"layers", model.layers},
                      {"units", model.units},
                      {"sequences", model.sequences},
                      {"unique_sequences", model.unique_sequences},
                      {"macs", model.macs},
                      {"parameters", model.parameters}};
  set(json, "composed_sequential_ms", model.composed_sequential_ms);
  if (model.composed_interval_ms)
    json["composed_confidence_95_ms"] = {model.composed_interval_ms->low, model.composed_interval_ms->high};
  set(json, "composed_p50_ms", model.composed_p50_ms);
  set(json, "composed_p90_ms", model.composed_p90_ms);
  set(json, "plain_sum_ms", model.plain_sum_ms);
  for (const Sequence& sequence : model.cover) json["cover"].push_back({sequence.first, sequence.count});
  set(json, "composed_parallel_ms", model.composed_parallel_ms);
  set(json, "composed_workers_ms", model.composed_workers_ms);
  if (model.composed_workers_interval_ms)
    json["composed_workers_confidence_95_ms"] = {model.composed_workers_interval_ms->low,
                                                 model.composed_workers_interval_ms->high};
  set(json, "measured_ms", model.measured_ms);
  set(json, "measured_p50_ms", model.measured_p50_ms);
  set(json, "measured_p90_ms", model.measured_p90_ms);
  set(json, "error_percent", model.error_percent);
  set(json, "bit_for_bit", model.bit_for_bit);
  set(json, "packed_weight_bytes", model.packed_weight_bytes);
  set(json, "arena_bytes", model.arena_bytes);
  set(json, "discarded_passes", model.discarded_passes);
  set(json, "disturbed_passes", model.disturbed_passes);
  if (!model.passes.empty()) json["passes"] = samples_json(model.passes);
  return json;
}

OrderedJson corpus_json(const CorpusReport& corpus) {
  OrderedJson json = {{"layers", corpus.layers},
                      {"sequences", corpus.sequences},
                      {"unique_sequences", corpus.unique_sequences},
                      {"benchmarks", corpus.benchmarks}};
  set(json, "benchmark_speedup", corpus.benchmark_speedup);
  set(json, "wall_speedup", corpus.wall_speedup);
  set(json, "mean_absolute_error_percent", corpus.mean_absolute_error_percent);
  set(json, "p90_error_percent", corpus.p90_error_percent);
  set(json, "max_error_percent", corpus.max_error_percent);
  set(json, "bias_percent", corpus.bias_percent);
  return json;
}

OrderedJson rounds_json(const std::vector<RoundRecord>& rounds) {
  OrderedJson json = OrderedJson::array();
  for (const RoundRecord& round : rounds)
    json.push_back({{"reference_ns", round.reference_ns},
                    {"reference_off", round.reference_off},
                    {"steal_ticks", round.steal_ticks},
                    {"core_line_ns", round.core_line_ns},
                    {"noisy", round.noisy},
                    {"runs", round.runs},
                    {"disturbed_runs", round.disturbed},
                    {"set_aside_runs", round.set_aside},
                    {"adjusted_runs", round.adjusted}});
  return json;
}

OrderedJson store_json(const StoreReport& store) {
  return {{"benchmarks", store.benchmarks},   {"new_benchmarks", store.new_benchmarks},
          {"run_seconds", store.run_seconds}, {"saved_seconds", store.saved_seconds},
          {"stale_results", store.stale},     {"results_of_other_systems", store.of_other_systems}};
}

OrderedJson extras_json(const Report& report) {
  const ReportSettings& settings = report.settings;
  OrderedJson json = {{"schema_version", report_schema_version}, {"command", settings.command}};
  if (settings.backend.empty())
    json["engine"] = to_json(build_info());
  else
    json["engine"] = settings.backend;
  json["execution"] = settings.execution;
  json["G"] = settings.G;
  json["overlap"] = settings.overlap;
  if (settings.batch > 0) json["batch_size"] = settings.batch;
  if (!settings.isa.empty()) {
    json["threads"] = settings.threads;
    if (settings.workers > 0) json["workers"] = settings.workers;
    json["isa"] = settings.isa;
    json["seed"] = settings.seed;
  }
  if (!settings.cache.empty()) json["cache"] = settings.cache;
  if (!settings.chain.empty()) json["chain"] = settings.chain;
  set(json, "runs", settings.runs);
  json["host"] = to_json(report.host);
  json["models"] = OrderedJson::array();
  for (const ModelReport& model : report.models) json["models"].push_back(model_json(model));
  json["corpus"] = corpus_json(report.corpus);
  if (report.granularities) json["G_auto"] = granularities_json(*report.granularities);
  if (report.tuning) json["tuning"] = tuning_json(*report.tuning);
  if (report.store) json["store"] = store_json(*report.store);
  if (report.reference_ns) json["reference_brick"] = summary_json(*report.reference_ns);
  if (report.timer_ns) json["empty_brick"] = summary_json(*report.timer_ns);
  if (!report.rounds.empty()) json["rounds"] = rounds_json(report.rounds);
  if (!report.notes.empty()) json["notes"] = report.notes;
  return json;
}

// Arrays and their elements are put on lines of their own down to `depth`; what lies deeper stays on one
// line.
void append_text(std::string& text, const OrderedJson& json, int depth, const std::string& indent) {
  if (depth == 0 || !json.is_structured() || json.empty()) {
    text += json_line(json);
    return;
  }
  const std::string deeper = indent + "  ";
  text += json.is_array() ? "[" : "{";
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    text += first ? "\n" : ",\n";
    first = false;
    text += deeper;
    if (json.is_object()) text += json_line(OrderedJson(key)) + ": ";
    append_text(text, value, json.is_array() ? 0 : depth - 1, deeper);
  }
  text += "\n" + indent + (json.is_array() ? "]" : "}");
}

}  // namespace

OrderedJson document_with(const Host& host, OrderedJson bricks) {
  OrderedJson document;
  document["context"] = context_json(host, utc_now(), build_info().type);
  document["benchmarks"] = OrderedJson::array();
  document["bricks"] = std::move(bricks);
  return document;
}

OrderedJson to_json(const Report& report) {
  OrderedJson document = document_with(report.host, extras_json(report));
  for (const BrickReport& brick : report.bricks) document["benchmarks"].push_back(brick_json(brick, report));
  return document;
}

std::string document_text(const OrderedJson& document) {
  std::string text;
  append_text(text, document, 3, "");
  return text + "\n";
}

}  // namespace bricks
