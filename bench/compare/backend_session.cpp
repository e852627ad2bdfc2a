#include "bench/compare/backend_session.hpp"

#include "bench/session/session_rounds.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <iterator>

namespace bricks::bench {
namespace {

// Results of a brick whose outputs are not ours are not worth keeping, and it has to be told of again.
SessionOptions storing_what_agrees(const SessionOptions& options, const BackendBricks& bench) {
  SessionOptions checked = options;
  if (options.store)
    checked.store = [&](std::span<const BrickResult> results) {
      std::vector<BrickResult> right;
      std::copy_if(results.begin(), results.end(), std::back_inserter(right),
                   [&](const BrickResult& result) { return bench.agrees(result.text); });
      options.store(right);
    };
  return checked;
}

}  // namespace

SessionResult measure_on_backend(const EngineProgram& program, const Suite& suite,
                                 std::span<const BenchmarkId> ids, std::span<const Graph* const> models,
                                 const WeightsOf& weights_of, const WriteOnnx& write_onnx,
                                 const SessionOptions& options, const Surroundings& surroundings) {
  Clock& clock = *surroundings.clock;
  SessionResult result;
  const std::int64_t begin_bricks = clock.now_ns();
  BackendBricks bench(program, suite, ids, write_onnx, options, clock);
  result.brick_seconds = seconds_since(clock, begin_bricks);
  const std::int64_t begin_models = clock.now_ns();
  for (const Graph* model : models) bench.add_model(*model, *weights_of(*model));
  result.model_seconds = result.model_setup_seconds = seconds_since(clock, begin_models);
  parallel::sleep_team();  // ours has only checked outputs

  Surroundings checked = surroundings;
  checked.turns_done = [&](const Measurements& so_far) {
    bench.check_failures();
    surroundings.turns_done(so_far);
  };
  run_rounds(bench.subjects(), models, bench.results(), storing_what_agrees(options, bench), checked, result);
  bench.check_failures();
  return result;
}

}  // namespace bricks::bench
