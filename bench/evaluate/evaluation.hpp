// The evaluation of the DLBricks paper over what was measured: every model at every granularity on every
// system, composed beside measured. Nothing is measured here.
#pragma once

#include "bench/evaluate/granularities.hpp"
#include "bench/evaluate/stored_runs.hpp"
#include "compose/composition/compose.hpp"
#include "compose/composition/errors.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bricks {

// One model at one granularity. Milliseconds.
struct ComposedAt {
  std::int64_t G = 1;
  std::size_t sequences = 0, unique_sequences = 0;
  double composed_ms = 0, low_ms = 0, high_ms = 0;  // synthetic passes, 95 % interval
  double p50_ms = 0, p90_ms = 0;
  double plain_sum_ms = 0;  // the paper's formula
  double parallel_ms = 0;   // critical path
  std::optional<double> error_percent, plain_error_percent;
};

struct EvaluatedModel {
  std::string name;
  std::optional<MeasuredLatency> measured;
  std::vector<ComposedAt> at;  // granularities whose bricks were all measured
};

struct GranularitySummary {
  std::int64_t G = 1;
  std::size_t models = 0, sequences = 0;
  std::size_t unique_sequences = 0;  // over all models
  std::size_t benchmarks = 0;        // timed for them: variants and footprints of these
  double benchmarks_ms = 0;          // one run of each
  double models_ms = 0;              // of the models, measured where they were run, else composed
  std::optional<ErrorSummary> errors, plain_errors;
  double benchmark_speedup = 0;  // models_ms over benchmarks_ms: the paper's
  // Of EvaluatedRun::brick_seconds the share that timing these benchmarks has in timing all.
  std::optional<double> brick_seconds;
  std::optional<double> wall_speedup;  // against 100 runs of every model, set-up included in both
};

struct EvaluatedRun {
  System system;
  std::vector<EvaluatedModel> models;  // that have at least one granularity
  std::vector<GranularitySummary> summaries;
  double brick_seconds = 0;  // set-up included; 0 where no document says so
};

// Composes every model at every granularity for which the run has all bricks. progress: share, 0 to 1.
EvaluatedRun evaluate(
    const StoredRun& run, const Granularities& granularities, const PassOptions& passes,
    const std::function<void(double)>& progress = [](double) {});

}  // namespace bricks
