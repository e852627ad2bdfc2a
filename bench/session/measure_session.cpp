#include "bench/session/measure_session.hpp"

#include "bench/measure/gathering.hpp"
#include "bench/measure/residence.hpp"
#include "bench/session/carousel_bricks.hpp"
#include "bench/session/session_rounds.hpp"
#include "bench/session/session_trace.hpp"
#include "bench/session/whole_model.hpp"

#include <algorithm>
#include <memory>

namespace bricks {
namespace {

// Every block of our own engine begins with all weight copies in memory and its cores together and warm.
Surroundings gathering(const Surroundings& surroundings, const SessionOptions& options,
                       std::span<const std::byte> weights) {
  Surroundings gathered = surroundings;
  gathered.gather = [weights, gather = gather_and_warm_up(
                                  options.engine.isa, std::max(options.engine.threads, options.workers))] {
    bring_back(weights);
    return gather();
  };
  return gathered;
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
  run_rounds(subjects, models, bench.results(), options, gathering(surroundings, options, bench.weights()),
             result);
  for (std::size_t i = 0; i < result.models.size(); ++i) {
    result.models[i].packed_weight_bytes = runs[i]->plan().packed_bytes;
    result.models[i].arena_bytes = runs[i]->plan().arena_bytes;
  }
  if (!options.trace || result.interrupted) return result;
  trace_session(*options.trace, result);
  for (std::size_t i = 0; i < models.size(); ++i) trace_model(*options.trace, models[i]->name, *runs[i]);
  return result;
}

}  // namespace bricks
