#include "bench/session/measure_session.hpp"

#include "bench/session/carousel_bricks.hpp"
#include "bench/session/session_trace.hpp"
#include "bench/session/whole_model.hpp"

#include <algorithm>

namespace bricks {
namespace {

// So many that a model's settling passes are few beside them, so few that rounds stay short against the
// machine's drift.
constexpr int runs_per_round = 5;
constexpr int most_runs_factor = 20;  // of the least runs: what does not settle by then is too noisy

double seconds_since(Clock& clock, std::int64_t begin) {
  return static_cast<double>(clock.now_ns() - begin) / 1e9;
}

// Models are not stored: they need all their runs whatever is known of the bricks.
int least_runs(const SessionOptions& options, const CarouselBricks& bench, bool with_models) {
  return with_models ? options.runs : bench.missing_runs();
}

std::unique_ptr<StoppingRule> stopping_rule(const SessionOptions& options, const CarouselBricks& bench,
                                            bool with_models) {
  const int least = least_runs(options, bench, with_models);
  if (!options.precision_percent) return std::make_unique<FixedRuns>(least, runs_per_round);
  Precision::Limits limits;
  limits.percent = *options.precision_percent;
  limits.least = least;
  limits.most = most_runs_factor * options.runs;
  limits.max_seconds = options.max_seconds;
  return std::make_unique<Precision>(limits, runs_per_round, [&](const Measurements& measured) {
    SessionResult so_far;
    bench.report(measured, so_far);
    return options.half_width_percent(so_far);
  });
}

Surroundings storing(Surroundings surroundings, const SessionOptions& options, CarouselBricks& bench) {
  if (options.store)
    surroundings.turns_done = [&options, &bench](const Measurements& so_far) {
      options.store(bench.fresh_results(so_far));
    };
  return surroundings;
}

}  // namespace

SessionResult measure_session(const Suite& suite, std::span<const BenchmarkId> ids,
                              std::span<const Graph* const> models, const WeightsOf& weights_of,
                              const SessionOptions& options, const Surroundings& surroundings) {
  Clock& clock = *surroundings.clock;
  SessionResult result;

  const std::int64_t begin_bricks = clock.now_ns();
  CarouselBricks bench(suite, ids, options, clock);
  result.brick_seconds = seconds_since(clock, begin_bricks);

  const std::int64_t begin_models = clock.now_ns();
  std::vector<std::unique_ptr<WholeModel>> runs;
  for (const Graph* model : models)
    runs.push_back(make_whole_model(clock, *model, options.engine, {options.workers, options.rules},
                                    *weights_of(*model)));
  result.model_seconds = result.model_setup_seconds = seconds_since(clock, begin_models);

  Subjects subjects{bench.subjects(), {}};
  for (const auto& run : runs) subjects.models.push_back(run.get());
  const auto stopping = stopping_rule(options, bench, !models.empty());
  const Measurements measured =
      measure(subjects, {.seed = options.seed}, *stopping, storing(surroundings, options, bench));
  result.brick_seconds += static_cast<double>(measured.bricks_ns) / 1e9;
  result.model_seconds += static_cast<double>(measured.models_ns) / 1e9;
  result.interrupted = measured.interrupted;
  if (result.interrupted) return result;

  bench.report(measured, result);
  for (std::size_t i = 0; i < models.size(); ++i)
    result.models.push_back(
        {models[i]->name, measured.models[i], runs[i]->plan().packed_bytes, runs[i]->plan().arena_bytes});
  result.begin_ns = measured.begin_ns;
  result.rounds = measured.rounds;
  result.too_noisy = stopping->too_noisy();
  if (options.trace) {
    trace_session(*options.trace, result);
    for (std::size_t i = 0; i < models.size(); ++i) trace_model(*options.trace, models[i]->name, *runs[i]);
  }
  return result;
}

}  // namespace bricks
