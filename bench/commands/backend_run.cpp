#include "bench/commands/backend_run.hpp"

#include "bench/commands/loaded_model.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_report.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/compare/backend_session.hpp"
#include "bench/compare/difference.hpp"
#include "bench/report/text.hpp"
#include "bench/session/compose_report.hpp"
#include "bench/session/temporary_folder.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bricks {
namespace {

void check(const MeasureOptions& measure) {
  if (measure.precision_percent) throw Error("--precision: found it with --backend, expected --runs");
  if (measure.results) throw Error("--results: found it with --backend, expected a run of our own engine");
  if (measure.weights) throw Error("--weights: found it with --backend, expected synthetic weights");
  if (measure.cache != CacheState::context)
    throw Error("--cache: found it with --backend, expected context: other engines' caches cannot be set");
}

bench::EngineProgram program_of(const MeasureOptions& measure, Execution execution) {
  if (measure.backend == "bricks") return bench::own_engine(execution, choose_isa(measure.isa_name));
  return {measure.backend, bench::find_backend(measure.backend)};
}

SessionResult measure(const Suite& suite, const std::vector<Graph>& models, bool validate,
                      const MeasureOptions& measure, Progress& progress) {
  Surroundings surroundings;
  surroundings.clock = &monotonic_clock();
  surroundings.steal_ticks = [] { return steal_ticks(); };
  surroundings.progress = [&](double done) {
    if (done == 0) progress.begin("measuring on " + measure.backend);
    progress.at(done);
  };
  progress.begin("preparing");
  std::vector<const Graph*> whole;
  if (validate)
    for (const Graph& model : models) whole.push_back(&model);
  const bench::WriteOnnx write = [](const Graph& graph, Weights& weights, const std::string& path) {
    write_onnx_file(graph, weights, path);
  };
  SessionOptions options;
  options.engine = engine_options(suite.options.execution, measure);
  options.runs = measure.runs;
  options.seed = measure.seed;
  return bench::measure_on_backend(
      program_of(measure, suite.options.execution), suite, all_benchmarks(suite), whole,
      [&](const Graph&) { return synthetic_weights(measure.seed); }, write, options, surroundings);
}

std::string version_of(const MeasureOptions& measure, Execution execution) {
  return bench::BackendEngine(program_of(measure, execution), measure.threads).version();
}

bool within_tolerance(const SessionResult& session) {
  return std::all_of(session.bricks.begin(), session.bricks.end(), [](const BrickReport& brick) {
    return !brick.difference || *brick.difference <= bench::tolerance;
  });
}

void note(Report& report, const SessionResult& session) {
  report.notes.push_back(format("measured on %s; %.1f us taken off every time for the call",
                                report.settings.backend.c_str(), session.empty_ns->trimmed_mean / 1e3));
  const auto furthest =
      std::max_element(session.bricks.begin(), session.bricks.end(),
                       [](const auto& a, const auto& b) { return a.difference < b.difference; });
  if (furthest == session.bricks.end() || !furthest->difference) return;
  report.notes.push_back(
      format("bricks' outputs within %.1e of ours", *furthest->difference) +
      (*furthest->difference > bench::tolerance ? ", furthest " + furthest->text : std::string()));
}

}  // namespace

void measure_on_backend(const std::string& suite_folder, const MeasureOptions& measure_options,
                        const OutputOptions& output) {
  check(measure_options);
  Report report;
  report.host = describe_host();
  const Suite suite = read_suite(suite_folder);
  report.settings = settings_of_suite(suite_folder, suite.options, measure_options);
  report.settings.backend += " " + version_of(measure_options, suite.options.execution);
  report.corpus.unique_sequences = suite.bricks.size();
  report.corpus.benchmarks = benchmarks(suite);
  Progress progress = terminal_progress();
  const SessionResult session = measure(suite, {}, false, measure_options, progress);
  progress.end();
  note(report, session);
  report_session(report, {}, session);
  put_out(output, report);
}

ExitStatus run_on_backend(const ModelOptions& model_options, const DecomposeOptions& decompose_options,
                          const MeasureOptions& measure_options, const ValidateOptions& validate,
                          const OutputOptions& output) {
  check(measure_options);
  Report report;
  report.host = describe_host();
  report.settings = settings_of("", model_options, decompose_options, measure_options);
  report.settings.backend += " " + version_of(measure_options, decompose_options.execution);
  const std::vector<Graph> models = load_models(model_options);
  const TemporaryFolder folder;
  const std::string suite_folder = (folder.path() / "suite").string();
  write_suite(decompose(models, decompose_options), suite_folder);
  const Suite suite = read_suite(suite_folder);
  const RecipeBook book = read_recipes(suite_folder + "/recipes.json");
  report_book(report, book);
  Progress progress = terminal_progress();
  const SessionResult session = measure(suite, models, validate.validate, measure_options, progress);
  progress.end();
  note(report, session);
  ComposeOptions compose_options;
  compose_options.passes.seed = measure_options.seed;
  report_composition(report, book, results_of(session, system_of(report)), compose_options);
  report_session(report, book, session);
  put_out(output, report);
  if (!within_tolerance(session)) return failed;
  return within_error(report, validate) ? done : failed;
}

}  // namespace bricks
