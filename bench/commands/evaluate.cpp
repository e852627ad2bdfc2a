#include "bench/commands/evaluate.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/evaluate_options.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/evaluate/figures.hpp"
#include "bench/evaluate/sessions.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/report/json_document.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

namespace bricks {
namespace {

class Evaluating {
 public:
  explicit Evaluating(const EvaluateOptions& options)
      : options_(options), models_(load_models(options.models)), progress_(terminal_progress()) {
    evaluation_.command = command_text(options);
    evaluation_.Gs = options.Gs;
  }

  Evaluation run() {
    const std::vector<SystemRequest> systems = parse_systems(options_);
    for (const SystemRequest& system : systems)
      if (system.documents.empty())
        measure_and_evaluate(system);
      else
        evaluate_documents(system.documents);
    const auto local = std::ranges::find_if(systems, [](const auto& s) { return s.documents.empty(); });
    if (options_.ablation && local != systems.end()) ablate(*local);
    progress_.end();
    return std::move(evaluation_);
  }

  const std::vector<Graph>& models() const { return models_; }
  Progress& progress() { return progress_; }

 private:
  // Cut when needed: documents of other machines say themselves which execution they are of.
  const Granularities& granularities(Execution execution) {
    auto [known, is_new] = granularities_.try_emplace(execution);
    if (is_new) {
      progress_.begin("cutting models");
      known->second = cut_at(models_, execution, options_.Gs);
    }
    return known->second;
  }

  StoredRun measure(const SystemRequest& system, const Granularities& cut, CacheState cache,
                    const char* folder) {
    MeasureOptions measure = options_.measure;
    measure.isa_name = system.isa;
    measure.threads = system.threads;
    SessionsOptions sessions;
    sessions.command = evaluation_.command;
    sessions.batch = options_.models.batch;
    sessions.tuning = tuning_for(measure);
    sessions.session.engine = engine_options(cut.all.options.execution, measure);
    sessions.session.engine.tuning = table_of(sessions.tuning);
    sessions.session.cache = cache;
    sessions.session.seed = measure.seed;
    sessions.session.runs = measure.runs;
    sessions.session.count_disturbed = measure.count_disturbed;
    sessions.memory = measure.memory;
    sessions.folder = (std::filesystem::path(options_.out) / folder).string();
    sessions.resume = options_.resume;
    sessions.interrupted = was_interrupted;
    const std::string what = system.name + " " + std::string(execution_name(cut.all.options.execution)) +
                             " " + std::string(cache_state_name(cache));
    return read_runs(measure_sessions(models_, cut, sessions, what, progress_)).at(0);
  }

  // One table for each instruction set, whatever the threads, so that all of its runs have the same bits. A
  // search goes over the units of all executions; its table stays in the folder, where --resume takes it
  // from.
  std::optional<TuningReport> tuning_for(const MeasureOptions& measure) {
    const EngineOptions engine = engine_options(options_.executions.front(), measure);
    if (!wants_search(options_.tune)) return find_tuning(options_.tune, models_, engine, progress_);
    const std::string name = "tuning-" + std::string(isa_info(engine.isa).name) + ".json";
    const std::string path = (std::filesystem::path(options_.out) / name).string();
    auto [known, is_new] = tables_.try_emplace(engine.isa);
    if (is_new) known->second = measured_table(measure, engine, path);
    return known->second;
  }

  TuningReport measured_table(const MeasureOptions& measure, const EngineOptions& engine,
                              const std::string& path) {
    std::filesystem::create_directories(options_.out);
    Tuning table{engine.isa, engine.strict, engine.threads};
    if (options_.resume && std::filesystem::exists(path)) table = *table_from_file(path, engine).table;
    double seconds = 0;
    for (const Execution execution : options_.executions)
      seconds +=
          measure_table(table, models_, engine_options(execution, measure), {"measured", path}, progress_);
    return {std::make_shared<const Tuning>(std::move(table)), "measured", seconds};
  }

  EvaluatedRun compose(const StoredRun& run, const Granularities& cut) {
    progress_.begin("composing");
    PassOptions passes;
    passes.seed = options_.measure.seed;
    return evaluate(run, cut, passes, [&](double done) { progress_.at(done); });
  }

  void measure_and_evaluate(const SystemRequest& system) {
    EvaluatedSystem evaluated{system.name, {}, {}};
    for (const Execution execution : options_.executions) {
      const Granularities& cut = granularities(execution);
      const StoredRun run = measure(system, cut, options_.measure.cache, "sessions");
      evaluated.host = run.host;
      evaluated.runs.push_back(compose(run, cut));
    }
    evaluation_.systems.push_back(std::move(evaluated));
  }

  // Runs of one machine under both executions are one system; ablations of it are passed over.
  void evaluate_documents(const std::vector<std::string>& paths) {
    std::map<std::string, EvaluatedSystem> systems;
    for (const StoredRun& run : read_runs(paths)) {
      if (!run.system.cache.empty() && run.system.cache != cache_state_name(options_.measure.cache)) continue;
      const Execution execution =
          within(paths.front(), [&] { return execution_from_name(run.system.execution); });
      const std::string name = system_name(run.system);
      EvaluatedSystem& system = systems.try_emplace(name, EvaluatedSystem{name, run.host, {}}).first->second;
      EvaluatedRun evaluated = compose(run, granularities(execution));
      if (!evaluated.models.empty()) system.runs.push_back(std::move(evaluated));
    }
    for (auto& [name, system] : systems) {
      if (system.runs.empty())
        throw Error(paths.front() + ": found no model of which all bricks were measured, for " + name);
      evaluation_.systems.push_back(std::move(system));
    }
  }

  void ablate(const SystemRequest& system) {
    const std::vector<std::int64_t> first = {options_.Gs.front()};
    for (const Execution execution : options_.executions) {
      const Granularities cut = cut_at(models_, execution, first);
      for (const CacheState cache : {CacheState::hot, CacheState::cold, CacheState::context})
        evaluation_.ablation.push_back({system.name, compose(measure(system, cut, cache, "ablation"), cut)});
    }
  }

  const EvaluateOptions& options_;
  std::vector<Graph> models_;
  Progress progress_;
  std::map<Execution, Granularities> granularities_;
  std::map<Isa, TuningReport> tables_;
  Evaluation evaluation_;
};

void write(const EvaluateOptions& options, const Evaluation& evaluation, const std::vector<Graph>& models) {
  const auto document = evaluation_json(evaluation, models, describe_host());
  const std::filesystem::path folder = options.out;
  std::filesystem::create_directories(folder);
  for (const auto& [name, text] : evaluation_csv(document)) write_atomically((folder / name).string(), text);
  write_atomically((folder / "evaluation.json").string(), document_text(document));
  print(options.output.format == Format::json ? document_text(document) : evaluation_text(evaluation));
}

ExitStatus run(const EvaluateOptions& options) {
  if (options.measure.weights)
    throw Error("--weights: an evaluation makes the weights of its models (--seed)");
  Evaluating evaluating(options);
  watch_interrupts();
  try {
    const Evaluation evaluation = evaluating.run();
    write(options, evaluation, evaluating.models());
  } catch (const SessionInterrupted&) {
    return end_interrupted(evaluating.progress(),
                           command_text(options) + words(options.output) + " --resume");
  }
  return done;
}

}  // namespace

void add_evaluate_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<EvaluateOptions>();
  add_options(command, *options);
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace bricks
