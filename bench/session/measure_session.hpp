// One measuring session: the benchmarks of a suite, and whole models beside them where they are wanted, in
// the same rounds.
#pragma once

#include "bench/measure/cache_state.hpp"
#include "bench/measure/harness.hpp"
#include "bench/report/report.hpp"
#include "bench/session/benchmarks.hpp"
#include "engine/weights/weights.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bricks {

struct MeasuredModel {
  std::string name;
  Series series;
  std::size_t packed_weight_bytes = 0, arena_bytes = 0;
};

struct SessionResult {
  std::vector<BenchmarkId> ids;     // of bricks, in the same order
  std::vector<BrickReport> bricks;  // count is left 0
  std::vector<MeasuredModel> models;
  std::vector<RoundRecord> rounds;
  Summary reference_ns, empty_ns;
  double brick_seconds = 0, model_seconds = 0;  // set-up included
  bool too_noisy = false;                       // given up before the precision was reached
};

struct SessionOptions {
  EngineOptions engine;
  CacheState cache = CacheState::context;
  std::uint64_t seed = 1;  // of the order
  int runs = 20;           // with a precision: the least
  // Half the width, in percent, that the interval of an estimate may have; the estimate is the caller's.
  std::optional<double> precision_percent = {};
  std::function<double(const SessionResult& so_far)> half_width_percent = {};
  double max_seconds = 0;  // with a precision: given up after that; 0: no limit
};

// Weights for a model; a session asks for one model after the other.
using WeightsOf = std::function<std::unique_ptr<Weights>(const Graph& model)>;

// models: those to be run whole, may be empty.
SessionResult measure_session(const Suite& suite, std::span<const BenchmarkId> ids,
                              std::span<const Graph* const> models, const WeightsOf& weights_of,
                              const SessionOptions& options, const Surroundings& surroundings);

}  // namespace bricks
