#include "bench/compare/compare_report.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/json_host.hpp"
#include "bench/report/tuning_report.hpp"

namespace bricks::bench {
namespace {

using Json = nlohmann::ordered_json;

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

void add_ratio(Json& json, const EngineFigures& figures) {
  if (!figures.ratio) return;
  json["ratio"] = figures.ratio->value;
  json["ratio_confidence_95"] = interval_json(figures.ratio->interval);
}

Json engine_json(const EngineFigures& figures, std::int64_t macs) {
  if (!figures.failure.empty()) return {{"failure", figures.failure}};
  Json json = {{"ms", figures.ms.value}, {"confidence_95_ms", interval_json(figures.ms.interval)}};
  add_ratio(json, figures);
  if (macs > 0 && figures.ms.value > 0) json["gflops"] = 2e-6 * static_cast<double>(macs) / figures.ms.value;
  if (figures.difference) {
    json["largest_difference"] = *figures.difference;
    json["within_tolerance"] = *figures.difference <= tolerance;
  }
  json["call_us"] = figures.call_us;
  json["runs"] = figures.runs;
  json["discarded_runs"] = figures.discarded;
  json["disturbed_runs"] = figures.set_aside;
  return json;
}

void add_ours(Json& json, const Compared& one) {
  if (!one.ours.failure.empty()) {
    json["failure"] = one.ours.failure;
    return;
  }
  json["ours_ms"] = one.ours.ms.value;
  json["ours"] = engine_json(one.ours, one.macs);
}

Json compared_json(const Compared& one) {
  Json json = {{"name", one.name}, {"macs", one.macs}};
  if (!one.operators.empty()) {
    json["operators"] = one.operators;
    json["input_shape"] = one.input_shape;
    json["count"] = one.count;
  }
  add_ours(json, one);
  json["backends"] = Json::object();
  for (const EngineFigures& figures : one.theirs)
    json["backends"][figures.engine] = engine_json(figures, one.macs);
  if (const EngineFigures* fastest = one.fastest()) {
    json["fastest"] = fastest->engine;
    add_ratio(json, *fastest);
  }
  if (one.floor) json["floor"] = engine_json(*one.floor, one.macs);
  return json;
}

Json list_json(const std::vector<Compared>& list) {
  Json json = Json::array();
  for (const Compared& one : list) json.push_back(compared_json(one));
  return json;
}

Json compare_section(const CompareReport& report) {
  Json json;
  json["models"] = list_json(report.models);
  if (const auto mean = mean_ratio(report.models)) json["geometric_mean_ratio"] = *mean;
  if (const auto floor = mean_floor(report.models)) {
    json["geometric_mean_floor"] = *floor;
    json["floor_half_width_percent"] = floor_half_width_percent(report.models);
  }
  if (report.settings.G > 0) {
    json["bricks"] = list_json(report.bricks);
    if (const auto mean = mean_ratio(report.bricks)) json["bricks_geometric_mean_ratio"] = *mean;
  }
  if (report.compared_again > 0) json["compared_again"] = report.compared_again;
  json["tolerance"] = tolerance;
  json["versions"] = report.versions;
  if (!report.missing.empty()) json["missing"] = report.missing;
  return json;
}

}  // namespace

Json compare_json(const CompareReport& report) {
  const ReportSettings& settings = report.settings;
  Json json = {{"schema_version", report_schema_version}, {"command", settings.command}};
  json["engine"] = to_json(build_info());
  json["execution"] = settings.execution;
  if (settings.G > 0) json["G"] = settings.G;
  json["batch_size"] = settings.batch;
  json["threads"] = settings.threads;
  json["isa"] = settings.isa;
  json["seed"] = settings.seed;
  json["runs"] = settings.runs.value_or(0);
  json["host"] = to_json(report.host);
  if (report.tuning) json["tuning"] = tuning_json(*report.tuning);
  json["compare"] = compare_section(report);
  return document_with(report.host, std::move(json));
}

}  // namespace bricks::bench
