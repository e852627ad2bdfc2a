#include "bench/compare/run_engines.hpp"

#include "bench/backends/backend_subject.hpp"
#include "bench/compare/difference.hpp"
#include "bench/session/temporary_folder.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>

namespace bricks::bench {
namespace {

// So many that the looks around a visit, and the run that wakes the engine's threads, are little beside them.
constexpr int runs_per_visit = 5;

class EngineRuns {
 public:
  EngineRuns(std::span<const EngineProgram> engines, std::span<const ModelFile> files,
             const EnginesOptions& options, const Surroundings& surroundings)
      : options_(options), surroundings_(surroundings), engines_(engines.size()) {
    result_.versions.resize(engines.size());
    result_.files.assign(files.size(), std::vector<EngineRun>(engines.size()));
    for (std::size_t i = 0; i < engines.size(); ++i) start(i, engines[i]);
    for (std::size_t file = 0; file < files.size(); ++file) load(file, files[file]);
  }

  EnginesResult measure() {
    visit(std::vector<bool>(result_.files.size(), true), options_.runs, options_.order_seed, surroundings_);
    if (result_.interrupted) return std::move(result_);
    std::vector<bool> visited;
    int most = 0;
    for (const auto& engines : result_.files) {
      const int runs = further_runs(engines);
      visited.push_back(runs > 0);
      most = std::max(most, runs);
    }
    // How many these are was not known before, so they are no share of the progress.
    Surroundings silent = surroundings_;
    silent.progress = [](double) {};
    if (most > 0) visit(visited, most, options_.order_seed + 1, silent);
    return std::move(result_);
  }

 private:
  struct Entry {
    std::size_t file, engine;
    BackendSubject subject;
  };

  std::uint32_t input_seed() const { return static_cast<std::uint32_t>(options_.seed); }

  void start(std::size_t index, const EngineProgram& program) {
    try {
      engines_[index] = std::make_unique<BackendEngine>(program, options_.threads);
      result_.versions[index] = engines_[index]->version();
    } catch (const Error& error) {
      for (auto& file : result_.files) file[index].failure = error.what();
    }
  }

  void load(std::size_t file, const ModelFile& model) {
    std::optional<Outputs> expected;
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      if (!engines_[i]) continue;
      EngineRun& run = result_.files[file][i];
      try {
        const std::int64_t handle = engines_[i]->load(model.path, model.layouts);
        const TemporaryFolder folder;
        const Outputs outputs = engines_[i]->outputs(handle, input_seed(), folder.path().string());
        if (i == 0) expected = outputs;
        if (expected) run.difference = largest_difference(outputs, *expected);
        entries_.push_back({file, i, {*surroundings_.clock, *engines_[i], handle, input_seed(), true}});
      } catch (const Error& error) {
        run.failure = error.what();
      }
    }
  }

  void visit(const std::vector<bool>& files, int runs, std::uint64_t order_seed,
             const Surroundings& surroundings) {
    std::vector<Entry*> visited;
    Subjects subjects;
    for (Entry& entry : entries_)
      if (files[entry.file]) visited.push_back(&entry), subjects.models.push_back(&entry.subject);
    FixedRuns stopping(runs, runs_per_visit, Disturbed::least_count);
    const Protocol protocol{.seed = order_seed, .disturbance = {.disturbed = Disturbed::least_count}};
    const Measurements measured = bricks::measure(subjects, protocol, stopping, surroundings);
    result_.interrupted = result_.interrupted || measured.interrupted;
    for (std::size_t i = 0; i < visited.size(); ++i) keep(*visited[i], measured.models[i]);
    result_.rounds.insert(result_.rounds.end(), measured.rounds.begin(), measured.rounds.end());
  }

  int further_runs(const std::vector<EngineRun>& engines) const {
    double runs = 0;
    for (const EngineRun& run : engines) runs = std::max(runs, missing_runs(run));
    return static_cast<int>(std::min<double>(std::ceil(runs), most_further_runs));
  }

  double missing_runs(const EngineRun& run) const {
    if (run.times_ns.empty()) return 0;
    return options_.least_seconds * 1e9 / mean(run.times_ns) - static_cast<double>(run.times_ns.size());
  }

  void keep(const Entry& entry, const Series& series) {
    EngineRun& run = result_.files[entry.file][entry.engine];
    run.failure = entry.subject.failure();
    if (!run.failure.empty()) return run.times_ns.clear();
    run.discarded += series.discarded;
    run.set_aside += series.set_aside;
    for (const Sample& sample : series.samples) run.times_ns.push_back(sample.ns);
  }

  const EnginesOptions& options_;
  const Surroundings& surroundings_;
  std::vector<std::unique_ptr<BackendEngine>> engines_;
  std::deque<Entry> entries_;  // the harness keeps their addresses
  EnginesResult result_;
};

}  // namespace

EnginesResult run_engines(std::span<const EngineProgram> engines, std::span<const ModelFile> files,
                          const EnginesOptions& options, const Surroundings& surroundings) {
  return EngineRuns(engines, files, options, surroundings).measure();
}

}  // namespace bricks::bench
