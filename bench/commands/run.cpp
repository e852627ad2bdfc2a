#include "bench/commands/run.hpp"

#include "bench/commands/backend.hpp"
#include "bench/commands/command_line.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_report.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/session/compose_report.hpp"
#include "bench/session/temporary_folder.hpp"
#include "bench/trace/trace.hpp"
#include "bench/validate/bit_for_bit.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

#include <cstdio>
#include <memory>

namespace bricks {
namespace {

struct RunOptions {
  ModelOptions models;
  DecomposeOptions decompose;
  MeasureOptions measure;
  ValidateOptions validate;
  OutputOptions output;
  std::optional<std::string> trace;
};

bool on_backend(const RunOptions& options) { return !options.measure.backend.empty(); }

// Bricks that do not return their model's tensors are named on standard error.
bool check_models(Report& report, const std::vector<Graph>& models, const Suite& suite,
                  const RecipeBook& book, const RunOptions& options, Progress& progress) {
  bool equal = true;
  const WeightsOf weights = weights_source(options.measure);
  const EngineOptions engine = engine_options(options.decompose.execution, options.measure);
  progress.begin("comparing bricks with their models");
  for (std::size_t i = 0; i < models.size() && !was_interrupted(); ++i) {
    const BrickCheck check =
        check_bricks(models[i], suite, recipe_of(book, models[i].name), engine, *weights(models[i]));
    report.models[i].bit_for_bit = check.different == 0;
    progress.at(static_cast<double>(i + 1) / static_cast<double>(models.size()));
    if (check.different == 0) continue;
    equal = false;
    std::fprintf(stderr, "bricks-bench: %s: %zu of %zu sequences differ from their bricks, first %s\n",
                 models[i].name.c_str(), check.different, check.sequences, check.first_difference.c_str());
  }
  return equal;
}

ExitStatus run(RunOptions options) {
  check_backend(options.measure);
  const std::vector<Graph> models = load_models(options.models);
  choose_precision(options.measure, models.size());
  Report report;
  report.host = describe_host();
  report.settings = settings_of("", options.models, options.decompose, options.measure);
  report.settings.backend = backend_with_version(options.measure, options.decompose.execution);

  // Through files, as if somebody else measured: a brick is timed as its file gives it, without sight of the
  // models.
  const TemporaryFolder folder;
  const std::string suite_folder = (folder.path() / "suite").string();
  write_suite(decompose(models, options.decompose), suite_folder);
  const Suite suite = read_suite(suite_folder);
  const RecipeBook book = read_recipes(suite_folder + "/recipes.json");
  report_book(report, book);

  Progress progress = terminal_progress();
  const bool validate = options.validate.validate;
  const std::unique_ptr<ResultStore> store = open_store(options.measure, report);
  const std::string resuming_line = store ? report.settings.command : "";
  watch_interrupts();
  Trace trace;
  MeasureOptions measure = options.measure;
  if (options.trace) measure.trace = &trace;
  const SessionResult session =
      measure_models(suite, book, models, validate, measure, progress, report.notes, store.get());
  if (session.interrupted) return end_interrupted(progress, resuming_line);
  if (options.trace) write_atomically(*options.trace, trace.text());
  if (store) report.store = store_report(*store, session);
  ComposeOptions compose_options;
  compose_options.passes.seed = options.measure.seed;
  compose_options.workers = options.measure.workers;
  if (options.measure.rules) compose_options.rules = read_rules(*options.measure.rules);
  note_backend(report, session);
  report_composition(report, book, results_of(session, system_of(report)), compose_options);
  report_session(report, book, session);
  const bool equal = on_backend(options)
                         ? outputs_agree(session)
                         : !validate || check_models(report, models, suite, book, options, progress);
  if (was_interrupted()) return end_interrupted(progress, resuming_line);
  progress.end();
  put_out(options.output, report);
  if (!within_error(report, options.validate) || !equal) return failed;
  return session.too_noisy ? too_noisy : done;
}

}  // namespace

void add_run_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<RunOptions>();
  add_options(command, options->models);
  add_options(command, options->decompose);
  add_overlap_option(command, options->decompose);
  add_options(command, options->measure);
  add_backend_option(command, options->measure.backend);
  add_precision_options(command, options->measure);
  add_results_option(command, options->measure);
  add_parallel_options(command, options->measure);
  command.add_option("--trace", options->trace,
                     "Write what ran when to this file, in Chrome's trace format (ui.perfetto.dev)");
  add_options(command, options->validate);
  add_options(command, options->output);
  command.callback([options, &command, &status] {
    if (command.has_subcommand()) return;
    settle_workers(command, options->measure);
    check_overlap(options->decompose, options->measure.workers);
    if (options->trace && options->measure.results)
      throw Error("--trace shows one session, --results brings runs of others: expected one of the two");
    if (on_backend(*options) && (options->measure.parallel || options->trace))
      throw Error(
          "--backend: expected neither --execution-mode parallel nor --trace, which are of our engine");
    options->decompose.backend = options->measure.backend;
    status = run(*options);
  });
}

}  // namespace bricks
