#include "bench/evaluate/sessions.hpp"

#include "bench/evaluate/session_plan.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/text.hpp"
#include "bench/session/compose_report.hpp"
#include "decompose/identity/canonical_text.hpp"

#include <filesystem>

namespace bricks {
namespace {

class Sessions {
 public:
  Sessions(std::span<const Graph> models, const Granularities& granularities, const SessionsOptions& options)
      : models_(models), granularities_(granularities), options_(options), host_(describe_host()) {}

  std::vector<EvaluationGroup> groups() const {
    return plan_groups(granularities_, plan_bytes(granularities_, models_, options_.session.engine),
                       options_.memory_bytes, last_level_bytes(host_));
  }

  // Everything that decides what a document holds, as its name; in the order of groups, as the first one is
  // never without bricks.
  std::string path_of(std::size_t index, const EvaluationGroup& group) const {
    const EngineOptions& engine = options_.session.engine;
    const std::string system = format("%s-%d-%s-%s", std::string(isa_info(engine.isa).name).c_str(),
                                      engine.threads, std::string(execution_name(engine.execution)).c_str(),
                                      std::string(cache_state_name(options_.session.cache)).c_str());
    std::string text = build_line() + host_.cpu_model + format("%d", options_.session.runs);
    text += format(" %llu", static_cast<unsigned long long>(engine.seed));
    for (const Granularity& granularity : granularities_.each)
      text += format(" %lld", static_cast<long long>(granularity.G));
    for (const std::size_t model : group.models) text += " " + models_[model].name;
    return (std::filesystem::path(options_.folder) /
            (system + format("-%02zu-", index + 1) + text_hash_digits(text) + ".json"))
        .string();
  }

  // The carousels are planned whether or not the group is measured: later ones lack what it has.
  std::vector<Carousel> carousels(const EvaluationGroup& group) {
    return plan_carousels(granularities_, group, last_level_bytes(host_), beyond_);
  }

  void measure(const EvaluationGroup& group, std::vector<Carousel> carousels,
               const Surroundings& surroundings, const std::string& path) {
    SessionOptions session = options_.session;
    session.carousels = std::move(carousels);
    std::vector<const Graph*> whole;
    for (const std::size_t model : group.models) whole.push_back(&models_[model]);
    const WeightsOf weights = [&](const Graph&) { return synthetic_weights(session.engine.seed); };
    SessionResult result = measure_session(granularities_.all, {}, whole, weights, session, surroundings);
    if (result.interrupted) throw SessionInterrupted();
    keep_first_reports(result);
    write_atomically(path, document_text(document(std::move(result))));
  }

 private:
  nlohmann::ordered_json document(SessionResult result) const {
    Report report;
    report.host = host_;
    const EngineOptions& engine = options_.session.engine;
    report.settings.command = options_.command;
    report.settings.execution = execution_name(engine.execution);
    report.settings.cache = cache_state_name(options_.session.cache);
    report.settings.isa = isa_info(engine.isa).name;
    report.settings.G = static_cast<int>(granularities_.each.front().G);
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
  MeasuredBeyond beyond_;
};

}  // namespace

std::vector<std::string> measure_sessions(std::span<const Graph> models, const Granularities& granularities,
                                          const SessionsOptions& options, const std::string& what,
                                          Progress& progress) {
  std::filesystem::create_directories(options.folder);
  progress.begin(what + ": preparing");
  Sessions sessions(models, granularities, options);
  const std::vector<EvaluationGroup> groups = sessions.groups();
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::vector<Carousel> carousels = sessions.carousels(groups[i]);
    paths.push_back(sessions.path_of(i, groups[i]));
    if (options.resume && std::filesystem::exists(paths.back())) continue;
    Surroundings surroundings;
    surroundings.clock = &monotonic_clock();
    surroundings.steal_ticks = [] { return steal_ticks(); };
    surroundings.interrupted = options.interrupted;
    surroundings.progress = [&](double done) {
      if (done == 0) progress.begin(what + format(", group %zu of %zu, measuring", i + 1, groups.size()));
      progress.at(done);
    };
    sessions.measure(groups[i], std::move(carousels), surroundings, paths.back());
  }
  return paths;
}

}  // namespace bricks
