// One measuring session: the benchmarks of a suite, and whole models beside them where they are wanted, in
// the same rounds.
#pragma once

#include "bench/measure/cache_state.hpp"
#include "bench/measure/harness.hpp"
#include "bench/report/report.hpp"
#include "bench/session/benchmarks.hpp"
#include "bench/session/carousels.hpp"
#include "bench/trace/trace.hpp"
#include "compose/results/result.hpp"
#include "compose/rules/rules.hpp"
#include "engine/weights/weights.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace bricks {

struct MeasuredModel {
  std::string name;
  Series series;
  std::optional<std::size_t> packed_weight_bytes = {}, arena_bytes = {};  // of our engine alone
};

struct SessionResult {
  std::vector<BenchmarkId> ids;     // of bricks, in the same order
  std::set<BenchmarkId> fresh;      // those among ids of which not all samples were known
  std::vector<BrickReport> bricks;  // count is left 0
  std::vector<MeasuredModel> models;
  std::vector<RoundRecord> rounds;
  std::int64_t begin_ns = 0;                      // of all that samples count their time from, on the clock
  std::optional<Summary> reference_ns, empty_ns;  // where anything ran
  double brick_seconds = 0, model_seconds = 0;    // set-up included
  double model_setup_seconds = 0;
  double saved_seconds = 0;      // that measuring took what was known
  bool too_noisy = false;        // given up before the precision was reached
  double undisturbed_share = 1;  // measure/measurements.hpp's
  bool disturbed = false;        // four runs of five and more
  bool interrupted = false;      // nothing above but the seconds is filled then
};

struct SessionOptions {
  EngineOptions engine;
  CacheState cache = CacheState::context;
  std::uint64_t seed = 1;        // of the order
  int runs = 20;                 // undisturbed ones; with a precision: the least
  bool count_disturbed = false;  // true: disturbed ones (measure/disturbance.hpp) are as good
  // Above 0: whole models run their branches at once on so many workers, every unit on one thread, and bricks
  // are timed beside each other too.
  int workers = 0;
  OverlapRules rules = {};  // what whole models may run at once
  Trace* trace = nullptr;   // gets all that ran, and a pass of every model unit by unit
  // Half the width, in percent, that the interval of an estimate may have; the estimate is the caller's.
  std::optional<double> precision_percent = {};
  std::function<double(const SessionResult& so_far)> half_width_percent = {};
  double max_seconds = 0;  // with a precision: given up after that; 0: no limit
  // Planned by the caller, who passes no ids then; bricks are reported in their order.
  std::vector<Carousel> carousels = {};
  // True: turns of these carousels are what bricks are to be timed in. False: they are parts of the suite's.
  bool carousels_are_whole = false;
  // Measured before, of `system`: benchmarks with so many runs are not measured again, unless everything is
  // to be measured further.
  const SystemResults* known = nullptr;
  bool further = false;
  System system;  // of the results that `store` gets, after every block of turns
  std::function<void(std::span<const BrickResult>)> store = {};
};

// Weights for a model; a session asks for one model after the other.
using WeightsOf = std::function<std::unique_ptr<Weights>(const Graph& model)>;

// models: those to be run whole, may be empty.
SessionResult measure_session(const Suite& suite, std::span<const BenchmarkId> ids,
                              std::span<const Graph* const> models, const WeightsOf& weights_of,
                              const SessionOptions& options, const Surroundings& surroundings);

}  // namespace bricks
