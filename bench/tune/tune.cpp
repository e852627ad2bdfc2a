#include "bench/tune/tune.hpp"

#include "bench/host/host.hpp"
#include "bench/measure/filler.hpp"
#include "bench/measure/turn.hpp"
#include "bench/tune/conv_choices.hpp"
#include "bench/tune/race.hpp"
#include "engine/tuning/conv_text.hpp"

#include <algorithm>
#include <deque>

namespace bricks {
namespace {

// Where the cost model's choice stays. Algorithms that are closer change places from one search to the next,
// by the noise of a few runs, and results that are kept would be measured again for it.
constexpr double close_algorithms = 1.02;
// How work is shared also decides in whose second level the output lies when the next unit reads it, which a
// brick alone does not show.
constexpr double close_splits = 1.05;

class ConvSearch {
 public:
  ConvSearch(const Suite& suite, const EngineOptions& engine, Clock& clock)
      : suite_(suite),
        engine_(engine),
        clock_(clock),
        host_(describe_host()),
        restorer_(make_restorer(CacheState::context, cache_sizes(host_), engine.isa, engine.threads)),
        sweep_(filler_memory(2 * second_level_bytes(host_) * static_cast<std::size_t>(engine.threads))) {}

  // First the algorithm, then how its work is shared.
  TunedConv choose(const ConvChoice& choice) const {
    TunedConv conv{choice.problem, choice.candidates[choice.expected]};
    std::vector<TunedConv> ways;
    for (const kernels::ConvAlgorithm algorithm : choice.candidates)
      ways.push_back({choice.problem, algorithm});
    if (ways.size() > 1) {
      const std::vector<double> ns = times(choice.id, ways);
      conv.algorithm = choice.candidates[winner(ns, choice.expected, close_algorithms)];
      for (std::size_t i = 0; i < ns.size(); ++i) conv.ns.emplace_back(choice.candidates[i], ns[i]);
    }
    choose_split(choice.id, conv);
    return conv;
  }

 private:
  void choose_split(BenchmarkId id, TunedConv& conv) const {
    const auto splits = split_candidates(conv.problem, conv.algorithm, engine_.isa, engine_.threads);
    if (splits.size() < 2) return;
    std::vector<TunedConv> ways;
    for (const kernels::ConvSplit& split : splits) ways.push_back({conv.problem, conv.algorithm, split});
    const std::vector<double> ns = times(id, ways);
    conv.split = splits[winner(ns, 0, close_splits)];
    for (std::size_t i = 0; i < ns.size(); ++i) conv.split_ns.emplace_back(splits[i], ns[i]);
  }

  std::shared_ptr<const Plan> plan(BenchmarkId id, const TunedConv& way) const {
    Tuning one{engine_.isa, engine_.strict, engine_.threads};
    one.convolutions[conv_text(way.problem)] = way;
    EngineOptions engine = engine_;
    engine.tuning = std::make_shared<const Tuning>(std::move(one));
    return plan_benchmark(suite_, id, engine);
  }

  // No more copies of the weights than there are runs. They turn much faster than a model's units, so all of
  // the last level that the machine is told of may hold them, its own or not.
  std::size_t copies_of(std::size_t weight_bytes) const {
    const std::size_t beyond_cache = last_level_bytes(host_) / std::max<std::size_t>(1, weight_bytes) + 1;
    return std::min(beyond_cache, static_cast<std::size_t>(rule_.most_turns) + 1);
  }

  std::vector<double> times(BenchmarkId id, std::span<const TunedConv> ways) const {
    std::vector<std::shared_ptr<const Plan>> plans;
    std::size_t bytes = 0;
    for (const TunedConv& way : ways) {
      plans.push_back(plan(id, way));
      bytes += WeightPool::bytes_for(plans.back()->packed_bytes, 1);
    }
    const std::size_t copies = copies_of(bytes);
    WeightPool pool(copies * bytes);
    const auto buffers = buffers_for(plans, 0, engine_.threads);
    std::vector<Benchmark> benchmarks;
    std::deque<FilledBrick> swept;
    std::vector<TeamRunnable*> bricks;
    for (const auto& plan : plans) {
      benchmarks.push_back(make_benchmark(id, plan, copies, engine_, pool, buffers, {}, *restorer_));
      bricks.push_back(&swept.emplace_back(*benchmarks.back().run, piece_of(sweep_, sweep_.bytes(), 0, 1)));
    }
    TeamTurn turn(clock_, engine_.threads, bricks);
    return race(turn, clock_, rule_);
  }

  const Suite& suite_;
  const EngineOptions& engine_;
  Clock& clock_;
  const Host host_;
  const RaceRule rule_;
  std::unique_ptr<CacheRestorer> restorer_;
  Memory sweep_;
};

}  // namespace

void tune(Tuning& table, std::span<const Graph> models, const EngineOptions& engine, Clock& clock,
          const std::function<void(double done)>& progress) {
  EngineOptions untuned = engine;
  untuned.tuning = nullptr;
  if (models.empty()) return;
  const Suite suite = single_units(models, engine.execution);
  std::vector<ConvChoice> choices = conv_choices(suite, untuned);
  std::erase_if(choices, [&](const ConvChoice& choice) {
    return table.convolutions.contains(conv_text(choice.problem));
  });
  if (choices.empty()) return;
  const ConvSearch search(suite, untuned, clock);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    table.convolutions[conv_text(choices[i].problem)] = search.choose(choices[i]);
    progress(static_cast<double>(i + 1) / static_cast<double>(choices.size()));
  }
}

}  // namespace bricks
