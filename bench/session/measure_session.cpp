#include "bench/session/measure_session.hpp"

#include "bench/host/host.hpp"
#include "bench/measure/reference_brick.hpp"
#include "bench/session/carousels.hpp"
#include "bench/session/model_run.hpp"

#include <algorithm>

namespace bricks {
namespace {

constexpr int settle_turns = 2;
// So many that a model's settling passes are few beside them, so few that rounds stay short against the
// machine's drift.
constexpr int runs_per_round = 5;
constexpr int most_runs_factor = 20;  // of the least runs: what does not settle by then is too noisy

double seconds_since(Clock& clock, std::int64_t begin) {
  return static_cast<double>(clock.now_ns() - begin) / 1e9;
}

Summary summary_of(const Series& series) {
  std::vector<double> times;
  for (const Sample& sample : series.samples) times.push_back(sample.ns);
  return summarise(times);
}

Interval interval_of(const Series& series) {
  std::vector<double> times;
  for (const Sample& sample : series.samples) times.push_back(sample.ns);
  return trimmed_mean_interval(times);
}

BrickReport brick_report(const Suite& suite, const Benchmark& benchmark, std::uint64_t swept_bytes,
                         const Series& series) {
  const Brick& brick = suite.bricks[benchmark.id.brick];
  const Plan& plan = *benchmark.plan;
  BrickReport report;
  report.text = brick.text;
  report.variant = variant_text(brick.variants[benchmark.id.variant].context);
  report.name = report.text + " @ " + report.variant;
  report.swept_bytes = swept_bytes;
  report.operators = operators_text(plan);
  report.algorithm = algorithm_text(plan);
  if (!brick.graph.inputs.empty())
    report.input_shape = to_string(brick.graph.tensor(brick.graph.inputs[0]).shape);
  report.macs = total_macs(brick.graph);
  report.summary = summary_of(series);
  report.interval_ns = interval_of(series);
  report.samples = series.samples;
  report.discarded = series.discarded;
  return report;
}

// The benchmarks of a suite on their carousels.
class BrickBench {
 public:
  BrickBench(const Suite& suite, std::span<const BenchmarkId> ids, const SessionOptions& options,
             Clock& clock)
      : suite_(suite), reference_(options.engine.isa, options.engine.threads) {
    const Host host = describe_host();
    const std::size_t cache = last_level_bytes(host);
    restorer_ = make_restorer(options.cache, {cache, second_level_bytes(host)}, options.engine.threads);
    carousels_ = plan_carousels(suite, ids, cache);
    if (carousels_.empty())
      carousels_.emplace_back();  // the reference runs even where no brick is left to measure
    std::vector<std::shared_ptr<const Plan>> plans;
    for (const Carousel& carousel : carousels_)
      for (const CarouselMember& member : carousel.members)
        plans.push_back(plan_benchmark(suite, member.id, options.engine));
    pool_ = std::make_unique<WeightPool>(count_copies(plans, cache));
    const auto buffers = buffers_for(plans, largest_arena(), options.engine.threads);
    auto plan = plans.begin();
    for (std::size_t i = 0; i < carousels_.size(); ++i) {
      const auto end = plan + static_cast<std::ptrdiff_t>(carousels_[i].members.size());
      fill(i, {plan, end}, options, buffers, clock);
      plan = end;
    }
  }

  std::vector<CarouselSubject> subjects() {
    std::vector<CarouselSubject> subjects;
    for (std::size_t i = 0; i < turns_.size(); ++i)
      subjects.push_back({&turns_[i], settle_turns, entries_[i]});
    return subjects;
  }

  void report(const Measurements& measured, SessionResult& result) const {
    auto series = measured.bricks.begin();
    auto benchmark = benchmarks_.begin();
    Series empty;
    for (const Carousel& carousel : carousels_) {
      for (std::size_t i = 0; i < carousel.members.size(); ++i, ++series, ++benchmark) {
        result.ids.push_back(benchmark->id);
        result.bricks.push_back(brick_report(suite_, *benchmark, carousel.swept_bytes, *series));
      }
      empty.samples.insert(empty.samples.end(), series->samples.begin(), series->samples.end());
      ++series;
    }
    result.empty_ns = summary_of(empty);
    result.reference_ns = summary_of(measured.reference);
  }

 private:
  std::size_t largest_arena() const {
    std::size_t bytes = 0;
    for (const Carousel& carousel : carousels_)
      for (const CarouselMember& member : carousel.members)
        bytes = std::max(bytes, static_cast<std::size_t>(member.activation_bytes));
    return bytes;
  }

  // Decides how many weight copies every member gets; returns the bytes that all take.
  std::size_t count_copies(const std::vector<std::shared_ptr<const Plan>>& plans, std::size_t cache) {
    std::size_t all = 0;
    auto plan = plans.begin();
    for (const Carousel& carousel : carousels_) {
      std::size_t turn_bytes = 0;
      for (std::size_t i = 0; i < carousel.members.size(); ++i)
        turn_bytes += plan[static_cast<std::ptrdiff_t>(i)]->packed_bytes;
      for (const CarouselMember& member : carousel.members) {
        copies_.push_back(copies_to_hold(carousel, member, turn_bytes, cache));
        all += WeightPool::bytes_for((*plan++)->packed_bytes, copies_.back());
      }
    }
    return all;
  }

  void fill(std::size_t index, std::span<const std::shared_ptr<const Plan>> plans,
            const SessionOptions& options, const std::shared_ptr<Buffers>& buffers, Clock& clock) {
    const Carousel& carousel = carousels_[index];
    std::vector<TeamRunnable*> runnables;
    std::vector<std::size_t> entries;
    ArenaPlaces places;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const CarouselMember& member = carousel.members[i];
      const std::size_t place = places.next(plans[i]->arena_bytes, member.activation_bytes);
      benchmarks_.push_back(make_benchmark(member.id, plans[i], copies_[benchmarks_.size()], options.engine,
                                           *pool_, buffers, place, *restorer_));
      const std::size_t runs = runs_per_turn(carousel, member);
      runnables.insert(runnables.end(), runs, benchmarks_.back().run.get());
      entries.insert(entries.end(), runs, i);
    }
    runnables.push_back(&empty_);
    entries.push_back(plans.size());
    runnables.push_back(&reference_);
    turns_.emplace_back(clock, options.engine.threads, std::move(runnables));
    entries_.push_back(std::move(entries));
  }

  const Suite& suite_;
  std::unique_ptr<CacheRestorer> restorer_;
  std::vector<Carousel> carousels_;
  std::vector<std::size_t> copies_;  // of each member, carousel by carousel
  std::unique_ptr<WeightPool> pool_;
  std::vector<Benchmark> benchmarks_;  // likewise
  EmptyBrick empty_;
  ReferenceBrick reference_;
  std::vector<TeamTurn> turns_;
  std::vector<std::vector<std::size_t>> entries_;  // of each turn: the member that it runs
};

std::unique_ptr<StoppingRule> stopping_rule(const SessionOptions& options, const BrickBench& bench) {
  if (!options.precision_percent) return std::make_unique<FixedRuns>(options.runs, runs_per_round);
  Precision::Limits limits;
  limits.percent = *options.precision_percent;
  limits.least = options.runs;
  limits.most = most_runs_factor * options.runs;
  limits.max_seconds = options.max_seconds;
  return std::make_unique<Precision>(limits, runs_per_round, [&](const Measurements& measured) {
    SessionResult so_far;
    bench.report(measured, so_far);
    return options.half_width_percent(so_far);
  });
}

}  // namespace

SessionResult measure_session(const Suite& suite, std::span<const BenchmarkId> ids,
                              std::span<const Graph* const> models, const WeightsOf& weights_of,
                              const SessionOptions& options, const Surroundings& surroundings) {
  Clock& clock = *surroundings.clock;
  SessionResult result;

  const std::int64_t begin_bricks = clock.now_ns();
  BrickBench bench(suite, ids, options, clock);
  result.brick_seconds = seconds_since(clock, begin_bricks);

  const std::int64_t begin_models = clock.now_ns();
  std::vector<std::unique_ptr<ModelRun>> runs;
  std::vector<TeamSubject> model_subjects;
  for (const Graph* model : models)
    runs.push_back(std::make_unique<ModelRun>(*model, options.engine, *weights_of(*model)));
  for (const auto& run : runs) model_subjects.emplace_back(clock, options.engine.threads, *run);
  result.model_seconds = seconds_since(clock, begin_models);

  Subjects subjects{bench.subjects(), {}};
  for (TeamSubject& subject : model_subjects) subjects.models.push_back(&subject);
  const auto stopping = stopping_rule(options, bench);
  const Measurements measured = measure(subjects, {.seed = options.seed}, *stopping, surroundings);

  bench.report(measured, result);
  for (std::size_t i = 0; i < models.size(); ++i)
    result.models.push_back(
        {models[i]->name, measured.models[i], runs[i]->plan().packed_bytes, runs[i]->plan().arena_bytes});
  result.rounds = measured.rounds;
  result.too_noisy = stopping->too_noisy();
  result.brick_seconds += static_cast<double>(measured.bricks_ns) / 1e9;
  result.model_seconds += static_cast<double>(measured.models_ns) / 1e9;
  return result;
}

}  // namespace bricks
