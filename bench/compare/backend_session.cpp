#include "bench/compare/backend_session.hpp"

#include "bench/session/session_rounds.hpp"
#include "engine/run/parallel.hpp"

namespace bricks::bench {

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

  run_rounds(bench.subjects(), models, bench.results(), options, surroundings, result);
  bench.check_failures();
  return result;
}

}  // namespace bricks::bench
