#include "bench/commands/measure_once.hpp"

#include "bench/commands/interrupt.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/compare/backend_bricks.hpp"

namespace bricks {

Surroundings surroundings_of(Progress& progress, const MeasureOptions& measure, SessionPart part,
                             const std::string& what) {
  const std::string where = measure.backend.empty() ? "" : " on " + measure.backend;
  return machine_surroundings(progress, what + where, was_interrupted, part);
}

SessionOptions session_options(const Suite& suite, const MeasureOptions& measure, ResultStore* store) {
  SessionOptions options;
  options.engine = engine_options(suite, measure);
  options.cache = measure.cache;
  options.seed = measure.seed;
  options.runs = measure.runs;
  options.count_disturbed = measure.count_disturbed;
  options.workers = measure.workers;
  options.trace = measure.trace;
  if (measure.rules) options.rules = read_rules(*measure.rules);
  if (store == nullptr) return options;
  options.known = store->known();
  options.system = store->system();
  options.store = [store](std::span<const BrickResult> results) { store->append(results); };
  return options;
}

SessionResult measure_once(const Suite& suite, std::span<const BenchmarkId> ids,
                           std::span<const Graph* const> models, const MeasureOptions& measure,
                           const SessionOptions& options, const Surroundings& surroundings) {
  if (!measure.backend.empty()) return measure_on_backend(suite, ids, models, measure, options, surroundings);
  return measure_session(suite, ids, models, weights_source(measure), options, surroundings);
}

}  // namespace bricks
