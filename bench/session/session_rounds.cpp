#include "bench/session/session_rounds.hpp"

#include <algorithm>
#include <memory>

namespace bricks {
namespace {

constexpr int most_runs_factor = 20;  // of the least runs: what does not settle by then is too noisy

std::unique_ptr<StoppingRule> stopping_rule(const SessionOptions& options, const CarouselResults& bricks,
                                            int least) {
  if (!options.precision_percent) return std::make_unique<FixedRuns>(least, runs_per_block);
  Precision::Limits limits;
  limits.percent = *options.precision_percent;
  limits.least = least;
  limits.most = most_runs_factor * options.runs;
  limits.max_seconds = options.max_seconds;
  return std::make_unique<Precision>(limits, runs_per_block, [&](const Measurements& measured) {
    SessionResult so_far;
    bricks.report(measured, so_far);
    return options.half_width_percent(so_far);
  });
}

Surroundings storing(const Surroundings& surroundings, const SessionOptions& options,
                     CarouselResults& bricks) {
  Surroundings with_store = surroundings;
  if (options.store)
    with_store.turns_done = [&](const Measurements& so_far) {
      surroundings.turns_done(so_far);
      options.store(bricks.fresh_results(so_far));
    };
  return with_store;
}

}  // namespace

double seconds_since(Clock& clock, std::int64_t begin) {
  return static_cast<double>(clock.now_ns() - begin) / 1e9;
}

void run_rounds(const Subjects& subjects, std::span<const Graph* const> models, CarouselResults& bricks,
                const SessionOptions& options, const Surroundings& surroundings, SessionResult& result) {
  // Models are not stored: they need all their runs whatever is known of the bricks.
  const int least = models.empty() ? bricks.missing_runs() : options.runs;
  const auto stopping = stopping_rule(options, bricks, least);
  Protocol protocol{.seed = options.seed};
  protocol.disturbance.set_aside = !options.count_disturbed;
  protocol.disturbance.least_runs = static_cast<std::size_t>(std::min(least, least_undisturbed_runs));
  const Measurements measured =
      measure(subjects, protocol, *stopping, storing(surroundings, options, bricks));
  result.brick_seconds += static_cast<double>(measured.bricks_ns) / 1e9;
  result.model_seconds += static_cast<double>(measured.models_ns) / 1e9;
  result.interrupted = measured.interrupted;
  if (result.interrupted) return;
  // Disturbed ones too, of what has no others.
  if (options.store) options.store(bricks.fresh_results(measured));

  bricks.report(measured, result);
  const double call = bricks.call_ns(measured);
  for (std::size_t i = 0; i < models.size(); ++i)
    result.models.push_back({models[i]->name, without_call(measured.models[i], call)});
  result.begin_ns = measured.begin_ns;
  result.rounds = measured.rounds;
  result.too_noisy = stopping->too_noisy();
  result.undisturbed_share = measured.undisturbed_share;
  result.disturbed = !measured.too_long && measured.undisturbed_share < 1.0 / most_runs_for_undisturbed;
}

}  // namespace bricks
