#include "bench/session/whole_model.hpp"

#include "bench/measure/looks.hpp"
#include "bench/measure/team_timing.hpp"
#include "bench/measure/watch_brick.hpp"
#include "engine/run/branches.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>

namespace bricks {
namespace {

// A traced pass finds caches as timed ones do: the first pass of mobilenet_v3_small takes 6 % longer.
constexpr int passes_before_trace = 2;

class InOrder final : public WholeModel {
 public:
  InOrder(Clock& clock, const Graph& model, const EngineOptions& options, Weights& weights)
      : run_(model, options, weights),
        watch_(options.isa, options.threads),
        subject_(clock, options.threads, run_, &watch_) {}

  std::vector<Timing> run(int count) override { return subject_.run(count); }
  const Plan& plan() const override { return run_.plan(); }
  std::vector<UnitRun> traced_pass() override {
    std::vector<std::vector<UnitRun>> logs(static_cast<std::size_t>(run_.session().threads()));
    for (auto& log : logs) log.reserve(plan().units.size());
    parallel::team(run_.session().threads(), [&](int worker, int workers) {
      for (int pass = 0; pass < passes_before_trace; ++pass) run_.session().run(worker, workers);
      run_.session().run(worker, workers, &logs[static_cast<std::size_t>(worker)]);
    });
    std::vector<UnitRun> all;
    for (const auto& log : logs) all.insert(all.end(), log.begin(), log.end());
    return all;
  }

 private:
  ModelRun run_;
  WatchBrick watch_;
  TeamSubject subject_;
};

std::vector<std::string_view> unit_types(const Plan& plan) {
  std::vector<std::string_view> types;
  for (const PlannedUnit& unit : plan.units) types.push_back(plan.graph.layer(unit.unit.first()).op->type());
  return types;
}

BranchExecutor::MayOverlap may_overlap(const Plan& plan, const OverlapRules& rules) {
  if (rules.apart.empty()) return {};
  return [types = unit_types(plan), rules](std::size_t unit, std::size_t other) {
    return rules.may_overlap(types[unit], types[other]);
  };
}

class BranchesAtOnce final : public WholeModel {
 public:
  BranchesAtOnce(Clock& clock, const Graph& model, EngineOptions options, const BranchOptions& branches,
                 Weights& weights)
      : clock_(clock),
        run_(model, on_one_thread(options), weights, true),
        executor_(run_.session(), branches.workers, may_overlap(run_.plan(), branches.rules)),
        workers_(branches.workers),
        watch_(options.isa, branches.workers) {}

  std::vector<Timing> run(int count) override {
    std::vector<Timing> timings;
    double before_ns = look();
    while (static_cast<int>(timings.size()) < count) {
      const std::size_t first = timings.size();
      run_stretch(static_cast<std::size_t>(count), timings);
      const double after_ns = look();
      for (std::size_t i = first; i < timings.size(); ++i)
        timings[i].watch_ns = std::max(before_ns, after_ns);
      before_ns = after_ns;
    }
    return timings;
  }
  const Plan& plan() const override { return run_.plan(); }
  std::vector<UnitRun> traced_pass() override {
    parallel::sleep_team();
    for (int pass = 0; pass < passes_before_trace; ++pass) executor_.run();
    std::vector<UnitRun> log;
    log.reserve(plan().units.size());
    executor_.run(&log);
    return log;
  }

 private:
  static EngineOptions on_one_thread(EngineOptions options) {
    options.threads = 1;
    return options;
  }

  double look() { return watched_ns(clock_, watch_, workers_); }

  // Passes until there are `most` or it is time to look again; the first is not timed, as TBB's threads have
  // fallen asleep meanwhile.
  void run_stretch(std::size_t most, std::vector<Timing>& timings) {
    parallel::sleep_team();
    executor_.run();
    const std::int64_t begin = clock_.now_ns();
    while (timings.size() < most) {
      const std::int64_t start = clock_.now_ns();
      if (start - begin >= stretch_ns) return;
      executor_.run();
      timings.push_back({start, static_cast<double>(clock_.now_ns() - start)});
    }
  }

  static constexpr std::int64_t stretch_ns = 20'000'000;

  Clock& clock_;
  ModelRun run_;
  BranchExecutor executor_;
  int workers_;
  WatchBrick watch_;
};

}  // namespace

std::unique_ptr<WholeModel> make_whole_model(Clock& clock, const Graph& model, const EngineOptions& options,
                                             const BranchOptions& branches, Weights& weights) {
  if (branches.workers > 0) return std::make_unique<BranchesAtOnce>(clock, model, options, branches, weights);
  return std::make_unique<InOrder>(clock, model, options, weights);
}

}  // namespace bricks
