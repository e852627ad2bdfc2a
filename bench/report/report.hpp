// What the program has to say, in whichever form: a table for people or a JSON document. A command fills in
// what it knows; what it does not know is left out of both.
#pragma once

#include "bench/host/host.hpp"
#include "bench/measure/measurements.hpp"
#include "compose/composition/errors.hpp"
#include "compose/statistics/bootstrap.hpp"
#include "compose/statistics/statistics.hpp"
#include "decompose/split/sequences.hpp"
#include "engine/tuning/tuning.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bricks {

// Settings that decide what was measured; together with the build they say what a number belongs to.
struct ReportSettings {
  std::string command;  // the line that gives this report again
  std::string execution, cache, chain;
  std::string isa;  // empty where nothing is measured; threads and seed mean nothing then
  int G = 1;
  int threads = 1;
  int workers = 0;         // that run branches at once; 0: one unit after the other
  std::int64_t batch = 1;  // 0: not known
  std::uint64_t seed = 1;
  std::optional<int> runs;
  std::string backend = {};  // the engine that was measured, with its version; "" is ours
  bool overlap = false;      // a sequence begins at every unit
};

struct ModelReport {
  std::string name;
  std::size_t layers = 0, units = 0, sequences = 0, unique_sequences = 0;
  std::int64_t macs = 0, parameters = 0;
  std::optional<double> composed_sequential_ms;  // trimmed mean of synthetic passes
  std::optional<Interval> composed_interval_ms;  // 95 %
  std::optional<double> composed_p50_ms, composed_p90_ms;
  std::optional<double> plain_sum_ms;  // the paper's formula: sum of the bricks' trimmed means
  std::vector<Sequence> cover;         // of overlapping sequences those that the composed latency is made of
  std::optional<double> composed_parallel_ms;
  std::optional<double> composed_workers_ms;  // list schedule on the workers asked for
  std::optional<Interval> composed_workers_interval_ms;
  std::optional<double> measured_ms;
  std::optional<double> measured_p50_ms, measured_p90_ms;
  std::optional<double> error_percent;
  std::optional<bool> bit_for_bit;  // every brick returned the model's tensors
  std::optional<std::size_t> packed_weight_bytes, arena_bytes;
  std::optional<int> discarded_passes, disturbed_passes;
  std::vector<Sample> passes;  // that count
};

// One benchmark: a brick in one of its variants.
struct BrickReport {
  std::string name;         // of its file in the suite
  std::string text;         // canonical text
  std::string variant;      // "" where there is one alone
  std::string operators;    // "Conv+Relu", for people
  std::string input_shape;  // of the first data input
  std::string algorithm;
  std::string tuned;              // as BrickResult::tuned
  std::uint64_t swept_bytes = 0;  // between two uses, of the models that this measurement stands for
  std::size_t count = 0;          // occurrences in the models of this report, or in their covers
  std::int64_t macs = 0;
  Summary summary;  // nanoseconds
  std::optional<Interval> interval_ns;
  std::vector<Sample> samples;
  std::vector<Sample> busy_samples;  // with the other workers busy, where branches run at once
  int discarded = 0, set_aside = 0;  // as in Series
  // Of another engine's outputs from ours, as a share of the largest element.
  std::optional<double> difference;
};

// These samples, at least one, and what is said of them.
void set_samples(BrickReport& report, std::vector<Sample> samples);

struct CorpusReport {
  std::size_t layers = 0, sequences = 0, unique_sequences = 0, benchmarks = 0;
  std::optional<double> benchmark_speedup, wall_speedup;
  std::optional<double> mean_absolute_error_percent, p90_error_percent, max_error_percent, bias_percent;
};

// What a store of results gave and got.
struct StoreReport {
  std::size_t benchmarks = 0, new_benchmarks = 0;  // all, and those that were measured
  double run_seconds = 0, saved_seconds = 0;       // of measuring, and of having measured before
  std::size_t stale = 0, of_other_systems = 0;     // results passed over: of another engine build, and others
};

// What one G would be, of those that --G auto compares.
struct GranularityReport {
  int G = 1;
  ErrorSummary errors;                      // over the models
  std::size_t bricks = 0, benchmarks = 0;   // unique sequences, and what was timed for them
  double benchmarks_ms = 0;                 // one run of each benchmark: the paper's benchmarking time
  std::optional<double> measuring_seconds;  // its share of the session's time on bricks, set-up included
  double benchmark_speedup = 0;
};

struct GranularityChoice {
  int chosen = 1, most_accurate = 1;  // G
  double tolerance_points = 0;        // an error above the smallest by no more counts as equal
  std::vector<GranularityReport> each;
};

// The table that chose algorithms in place of the cost model.
struct TuningReport {
  std::shared_ptr<const Tuning> table;
  std::string source;             // "measured", or the file or suite that it comes from
  std::optional<double> seconds;  // that the search took
};

struct Report {
  ReportSettings settings;
  Host host;
  std::vector<ModelReport> models;
  std::vector<BrickReport> bricks;
  CorpusReport corpus;
  std::vector<RoundRecord> rounds;
  std::optional<StoreReport> store;
  std::optional<TuningReport> tuning;
  std::optional<GranularityChoice> granularities;
  std::optional<Summary> reference_ns, timer_ns;  // of the reference brick and of an empty one
  std::vector<std::string> notes;                 // what a reader has to know: groups, noise
};

// Fills the corpus's error figures from the models' error_percent, where at least one has it.
void summarise_errors(Report& report);

}  // namespace bricks
