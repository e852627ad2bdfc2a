#include "bench/evaluate/sessions.hpp"

#include "bench/evaluate/session_plan.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/text.hpp"
#include "bench/session/compose_report.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "engine/tuning/tuning_json.hpp"

#include <filesystem>

namespace bricks {
namespace {

class Sessions {
 public:
  Sessions(std::span<const Graph> models, const Granularities& granularities, const SessionsOptions& options)
      : models_(models), granularities_(granularities), options_(options), host_(describe_host()) {}

  std::vector<EvaluationGroup> groups() const {
    return plan_groups(granularities_, plan_bytes(granularities_, models_, options_.session.engine),
                       options_.memory, own_last_level_bytes(host_));
  }

  // Everything that decides what a document holds, as its name; in the order of groups.
  std::string path_of(std::size_t index, const EvaluationGroup& group) const {
    const EngineOptions& engine = options_.session.engine;
    const std::string system = format("%s-%d-%s-%s", std::string(isa_info(engine.isa).name).c_str(),
                                      engine.threads, std::string(execution_name(engine.execution)).c_str(),
                                      std::string(cache_state_name(options_.session.cache)).c_str());
    std::string text = build_line() + host_.cpu_model + format("%d", options_.session.runs);
    text += format(" %llu", static_cast<unsigned long long>(engine.seed));
    if (options_.session.count_disturbed) text += " count disturbed";
    if (engine.tuning) text += tuning_text(*engine.tuning);
    for (const Granularity& granularity : granularities_.each)
      text += format(" %lld", static_cast<long long>(granularity.G));
    for (const std::size_t model : group.models) text += " " + models_[model].name + units_text(model);
    return (std::filesystem::path(options_.folder) /
            (system + format("-%02zu-", index + 1) + text_hash_digits(text) + ".json"))
        .string();
  }

  void measure(const EvaluationGroup& group, const Surroundings& surroundings,
               const std::string& path) const {
    SessionOptions session = options_.session;
    session.carousels = plan_carousels(granularities_, group, own_last_level_bytes(host_));
    session.carousels_are_whole = true;
    std::vector<const Graph*> whole;
    for (const std::size_t model : group.models) whole.push_back(&models_[model]);
    const WeightsOf weights = [&](const Graph&) { return synthetic_weights(session.engine.seed); };
    SessionResult result = measure_session(granularities_.all, {}, whole, weights, session, surroundings);
    if (result.interrupted) throw SessionInterrupted();
    keep_first_reports(result);
    write_atomically(path, document_text(document(std::move(result))));
  }

 private:
  // All that the model's layers are, batch and shapes included.
  std::string units_text(std::size_t model) const {
    const Granularity& first = granularities_.each.front();
    std::string text;
    for (const RecipeStep& step : first.book.recipes[model].steps)
      text += first.suite.bricks[step.brick].text;
    return text;
  }

  nlohmann::ordered_json document(SessionResult result) const {
    Report report;
    report.host = host_;
    const EngineOptions& engine = options_.session.engine;
    report.settings.command = options_.command;
    report.tuning = options_.tuning;
    report.settings.execution = execution_name(engine.execution);
    report.settings.cache = cache_state_name(options_.session.cache);
    report.settings.isa = isa_info(engine.isa).name;
    report.settings.G = static_cast<int>(granularities_.each.front().G);
    report.settings.batch = options_.batch;
    report.settings.threads = engine.threads;
    report.settings.seed = engine.seed;
    report.settings.runs = options_.session.runs;
    for (const MeasuredModel& model : result.models) {
      report.models.emplace_back().name = model.name;
      report_measured(report.models.back(), model);
    }
    report.bricks = std::move(result.bricks);
    report.rounds = result.rounds;
    report.reference_ns = result.reference_ns;
    report.timer_ns = result.empty_ns;
    nlohmann::ordered_json document = to_json(report);
    document["bricks"]["seconds"] = {{"bricks", result.brick_seconds},
                                     {"models", result.model_seconds},
                                     {"model_setup", result.model_setup_seconds}};
    return document;
  }

  std::span<const Graph> models_;
  const Granularities& granularities_;
  const SessionsOptions& options_;
  Host host_;
};

}  // namespace

std::vector<std::string> measure_sessions(std::span<const Graph> models, const Granularities& granularities,
                                          const SessionsOptions& options, const std::string& what,
                                          Progress& progress) {
  std::filesystem::create_directories(options.folder);
  progress.begin(what + ": preparing");
  const Sessions sessions(models, granularities, options);
  const std::vector<EvaluationGroup> groups = sessions.groups();
  std::vector<std::string> paths;
  std::vector<std::size_t> missing;
  std::vector<std::vector<std::size_t>> models_of_missing;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    paths.push_back(sessions.path_of(i, groups[i]));
    if (options.resume && std::filesystem::exists(paths.back())) continue;
    missing.push_back(i);
    models_of_missing.push_back(groups[i].models);
  }
  const auto parts = session_parts(models_of_missing, granularities.each.front().book);
  for (std::size_t i = 0; i < missing.size(); ++i)
    sessions.measure(groups[missing[i]],
                     machine_surroundings(progress, what + ": measuring", options.interrupted, parts[i]),
                     paths[missing[i]]);
  return paths;
}

}  // namespace bricks
