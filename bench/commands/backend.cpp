#include "bench/commands/backend.hpp"

#include "bench/commands/loaded_model.hpp"
#include "bench/compare/backend_session.hpp"
#include "bench/compare/difference.hpp"
#include "bench/report/text.hpp"
#include "engine/error.hpp"

#include <algorithm>

namespace bricks {
namespace {

bench::EngineProgram program_of(const MeasureOptions& measure, Execution execution) {
  if (measure.backend == "bricks") return bench::own_engine(execution, choose_isa(measure.isa_name));
  return {measure.backend, bench::find_backend(measure.backend)};
}

}  // namespace

void check_backend(const MeasureOptions& measure) {
  if (measure.backend.empty()) return;
  if (measure.weights) throw Error("--weights: found it with --backend, expected synthetic weights");
  if (measure.cache != CacheState::context)
    throw Error("--cache: found it with --backend, expected context: other engines' caches cannot be set");
}

std::string backend_with_version(const MeasureOptions& measure, Execution execution) {
  if (measure.backend.empty()) return "";
  return measure.backend + " " +
         bench::BackendEngine(program_of(measure, execution), measure.threads).version();
}

SessionResult measure_on_backend(const Suite& suite, std::span<const BenchmarkId> ids,
                                 std::span<const Graph* const> models, const MeasureOptions& measure,
                                 const SessionOptions& options, const Surroundings& surroundings) {
  const bench::WriteOnnx write = [](const Graph& graph, Weights& weights, const std::string& path) {
    write_onnx_file(graph, weights, path);
  };
  return bench::measure_on_backend(
      program_of(measure, suite.options.execution), suite, ids, models,
      [&](const Graph&) { return synthetic_weights(measure.seed); }, write, options, surroundings);
}

void note_backend(Report& report, const SessionResult& session) {
  if (report.settings.backend.empty()) return;
  std::string engine = "measured on " + report.settings.backend;
  if (session.empty_ns)
    engine += format("; %.1f us taken off every time for the call", session.empty_ns->trimmed_mean / 1e3);
  report.notes.push_back(engine);
  const auto furthest =
      std::max_element(session.bricks.begin(), session.bricks.end(),
                       [](const auto& a, const auto& b) { return a.difference < b.difference; });
  if (furthest == session.bricks.end() || !furthest->difference) return;
  report.notes.push_back(
      format("bricks' outputs within %.1e of ours", *furthest->difference) +
      (*furthest->difference > bench::tolerance ? ", furthest " + furthest->text : std::string()));
}

bool outputs_agree(const SessionResult& session) {
  return std::all_of(session.bricks.begin(), session.bricks.end(), [](const BrickReport& brick) {
    return !brick.difference || *brick.difference <= bench::tolerance;
  });
}

}  // namespace bricks
