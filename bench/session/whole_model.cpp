#include "bench/session/whole_model.hpp"

#include "bench/measure/team_timing.hpp"
#include "bench/measure/watch_brick.hpp"
#include "engine/run/branches.hpp"
#include "engine/run/parallel.hpp"

namespace bricks {
namespace {

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
  for (const PlannedUnit& unit : plan.units)
    types.push_back(plan.graph.layer(unit.unit.layers.front()).op->type());
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
        executor_(run_.session(), branches.workers, may_overlap(run_.plan(), branches.rules)) {}

  std::vector<Timing> run(int count) override {
    parallel::sleep_team();
    std::vector<Timing> timings;
    for (int i = 0; i < count; ++i) {
      const std::int64_t start = clock_.now_ns();
      executor_.run();
      timings.push_back({start, static_cast<double>(clock_.now_ns() - start)});
    }
    return timings;
  }
  const Plan& plan() const override { return run_.plan(); }
  std::vector<UnitRun> traced_pass() override {
    parallel::sleep_team();
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

  Clock& clock_;
  ModelRun run_;
  BranchExecutor executor_;
};

}  // namespace

std::unique_ptr<WholeModel> make_whole_model(Clock& clock, const Graph& model, const EngineOptions& options,
                                             const BranchOptions& branches, Weights& weights) {
  if (branches.workers > 0) return std::make_unique<BranchesAtOnce>(clock, model, options, branches, weights);
  return std::make_unique<InOrder>(clock, model, options, weights);
}

}  // namespace bricks
