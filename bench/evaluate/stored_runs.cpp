#include "bench/evaluate/stored_runs.hpp"

#include "compose/results/results_json.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <algorithm>
#include <filesystem>

namespace bricks {
namespace {

const Json& member(const Json& object, const char* key) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string text_at(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : "";
}

// Nothing where there is none; throws Error for what is no finite number above 0.
std::optional<double> positive(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (value.is_null()) return std::nullopt;
  if (!value.is_number() || !(value.get<double>() > 0))
    throw Error(std::string("'") + key + "': found " + describe(value) + ", expected a number above 0");
  return value.get<double>();
}

void read_models(const Json& extras, std::map<std::string, MeasuredLatency>& models) {
  for (const Json& model : member(extras, "models")) {
    const std::optional<double> ms = positive(model, "measured_ms");
    if (!ms) continue;
    const std::string name = string_member(model, "name");
    const MeasuredLatency latency{*ms, positive(model, "measured_p50_ms"),
                                  positive(model, "measured_p90_ms")};
    if (!models.emplace(name, latency).second) throw Error("model '" + name + "' is measured twice");
  }
}

// As parse_results, which has checked those that are no aggregates.
double sample_seconds(const Json& document) {
  double ns = 0;
  for (const Json& entry : member(document, "benchmarks")) {
    if (text_at(entry, "run_type") == "aggregate") continue;
    for (const Json& sample : member(member(member(entry, "bricks"), "samples"), "ns"))
      ns += sample.get<double>();
  }
  return ns / 1e9;
}

// A group of models whose bricks were all measured in earlier groups has no results of its own, so nothing
// but the settings say which run it belongs to.
StoredRun& run_of(const Results& results, const Json& extras, std::vector<StoredRun>& runs) {
  const std::string cpu = text_at(member(extras, "host"), "cpu_model");
  const bool bricks = !results.systems().empty();
  const auto known = std::ranges::find_if(runs, [&](const StoredRun& run) {
    const System& system = run.system;
    if (bricks) return system == results.systems().front();
    return system.cpu == cpu && system.cache == text_at(extras, "cache") &&
           system.isa == text_at(extras, "isa") && system.execution == text_at(extras, "execution") &&
           member(extras, "threads") == system.threads;
  });
  if (known != runs.end()) return *known;
  results.only();  // throws where there are none
  return runs.emplace_back(StoredRun{results.systems().front(), {}, {}, 0, 0, 0, member(extras, "host")});
}

// parse_results has checked the system and the samples.
void read_document(const std::string& path, std::vector<StoredRun>& runs) {
  const std::string text = read_file(path, largest_results_file);
  const Results results = parse_results(text, path);
  const Json document = parse_json(text, path);
  within(path, [&] {
    const Json& extras = member(document, "bricks");
    StoredRun& run = run_of(results, extras, runs);
    if (!results.systems().empty()) run.results.add(results.only());
    read_models(extras, run.models);
    const Json& seconds = member(extras, "seconds");
    if (!seconds.is_object()) return;
    run.brick_seconds += positive(seconds, "bricks").value_or(0);
    run.model_setup_seconds += positive(seconds, "model_setup").value_or(0);
    run.brick_sample_seconds += sample_seconds(document);
  });
}

}  // namespace

std::vector<StoredRun> read_runs(std::span<const std::string> paths) {
  std::vector<StoredRun> runs;
  for (const std::string& path : paths) read_document(path, runs);
  return runs;
}

std::vector<std::string> documents_at(const std::string& path) {
  namespace fs = std::filesystem;
  if (!fs::is_directory(path)) return {path};
  std::vector<std::string> documents;
  const fs::path sessions = fs::path(path) / "sessions";
  if (fs::is_directory(sessions))
    for (const fs::directory_entry& entry : fs::directory_iterator(sessions))
      if (entry.path().extension() == ".json") documents.push_back(entry.path().string());
  if (documents.empty()) throw Error(path + ": found no sessions/*.json, expected an evaluation's folder");
  std::ranges::sort(documents);
  return documents;
}

}  // namespace bricks
