#include "bench/commands/finish_run.hpp"

#include "bench/commands/backend.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_report.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/session/compose_report.hpp"
#include "bench/validate/bit_for_bit.hpp"

#include <cstdio>

namespace bricks {
namespace {

// Bricks that do not return their model's tensors are named on standard error.
bool check_models(Report& report, const MeasuredRun& run, const RunOptions& options, Progress& progress) {
  bool equal = true;
  const WeightsOf weights = weights_source(options.measure);
  const EngineOptions engine = engine_options(run.suite, options.measure);
  progress.begin("comparing bricks with their models");
  for (std::size_t i = 0; i < run.models.size() && !was_interrupted(); ++i) {
    const BrickCheck check = check_bricks(run.models[i], run.suite, recipe_of(run.book, run.models[i].name),
                                          engine, *weights(run.models[i]));
    report.models[i].bit_for_bit = check.different == 0;
    progress.at(static_cast<double>(i + 1) / static_cast<double>(run.models.size()));
    if (check.different == 0) continue;
    equal = false;
    std::fprintf(stderr, "bricks-bench: %s: %zu of %zu sequences differ from their bricks, first %s\n",
                 run.models[i].name.c_str(), check.different, check.sequences,
                 check.first_difference.c_str());
  }
  return equal;
}

}  // namespace

ReportSettings settings_of(const RunOptions& options) {
  ReportSettings settings = settings_of("", options.models, options.decompose, options.measure);
  settings.command += tune_words(options.tune) + words(options.validate);
  return settings;
}

std::string resuming_line_of(const RunOptions& options) {
  return options.measure.results ? settings_of(options).command + words(options.output) : "";
}

ExitStatus finish_run(Report& report, const MeasuredRun& run, const RunOptions& options, Progress& progress) {
  const bool validate = options.validate.validate;
  ComposeOptions compose_options;
  compose_options.passes.seed = options.measure.seed;
  compose_options.workers = options.measure.workers;
  if (options.measure.rules) compose_options.rules = read_rules(*options.measure.rules);
  report_book(report, run.book);
  note_backend(report, run.session);
  report_composition(report, run.book, results_of(run.session, system_of(report)), compose_options);
  report_session(report, run.book, run.session);
  const bool equal = options.measure.backend.empty()
                         ? !validate || check_models(report, run, options, progress)
                         : outputs_agree(run.session);
  if (was_interrupted()) return end_interrupted(progress, resuming_line_of(options));
  progress.end();
  put_out(options.output, report);
  if (!within_error(report, options.validate) || !equal) return failed;
  return run.session.too_noisy ? too_noisy : done;
}

}  // namespace bricks
