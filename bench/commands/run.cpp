#include "bench/commands/run.hpp"

#include "bench/commands/auto_run.hpp"
#include "bench/commands/backend.hpp"
#include "bench/commands/command_line.hpp"
#include "bench/commands/finish_run.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/session/temporary_folder.hpp"
#include "bench/trace/trace.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

#include <memory>

namespace bricks {
namespace {

ExitStatus run(RunOptions options) {
  check_backend(options.measure);
  check_writable(options.output);
  if (options.trace) check_writable(*options.trace);
  const std::vector<Graph> models = load_models(options.models);
  choose_precision(options.measure, models.size());
  Report report;
  report.host = describe_host();
  report.settings = settings_of(options);
  report.settings.backend = backend_with_version(options.measure, options.decompose.execution);
  Progress progress = terminal_progress();
  report.tuning = find_tuning(options.tune, models,
                              engine_options(options.decompose.execution, options.measure), progress);

  // Through files, as if somebody else measured: a brick is timed as its file gives it, without sight of the
  // models.
  const TemporaryFolder folder;
  const std::string suite_folder = (folder.path() / "suite").string();
  write_suite(decompose(models, options.decompose, table_of(report.tuning)), suite_folder);
  const Suite suite = read_suite(suite_folder);
  const RecipeBook book = read_recipes(suite_folder + "/recipes.json");

  const bool validate = options.validate.validate;
  const std::unique_ptr<ResultStore> store = open_store(options.measure, report);
  watch_interrupts();
  Trace trace;
  MeasureOptions measure = options.measure;
  if (options.trace) measure.trace = &trace;
  const SessionResult session =
      measure_models(suite, book, models, validate, measure, progress, report.notes, store.get());
  if (session.interrupted) return end_interrupted(progress, resuming_line_of(options));
  if (options.trace) write_atomically(*options.trace, trace.text());
  if (store) report.store = store_report(*store, session);
  return finish_run(report, {models, suite, book, session}, options, progress);
}

}  // namespace

void add_run_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<RunOptions>();
  add_options(command, options->models);
  add_options_with_auto(command, options->decompose);
  add_overlap_option(command, options->decompose);
  add_options(command, options->measure);
  add_backend_option(command, options->measure.backend);
  add_precision_options(command, options->measure);
  add_results_option(command, options->measure);
  add_parallel_options(command, options->measure);
  command.add_option("--trace", options->trace,
                     "Write what ran when to this file, in Chrome's trace format (ui.perfetto.dev)");
  add_options(command, options->tune);
  add_options(command, options->validate);
  add_options(command, options->output);
  command.callback([options, &command, &status] {
    if (command.has_subcommand()) return;
    settle_workers(command, options->measure);
    check_overlap(options->decompose, options->measure.workers);
    check_tune(options->tune, options->measure.backend);
    if (options->trace && options->measure.results)
      throw Error("--trace shows one session, --results brings runs of others: expected one of the two");
    if (!options->measure.backend.empty() && (options->measure.parallel || options->trace))
      throw Error(
          "--backend: expected neither --execution-mode parallel nor --trace, which are of our engine");
    options->decompose.backend = options->measure.backend;
    status = options->decompose.auto_G ? run_auto_G(*options) : run(*options);
  });
}

}  // namespace bricks
