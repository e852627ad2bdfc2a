#include "bench/commands/measure.hpp"

#include "bench/commands/backend.hpp"
#include "bench/commands/command_line.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/session/compose_report.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

#include <filesystem>
#include <memory>

namespace bricks {
namespace {

struct MeasureCommand {
  std::string suite;
  MeasureOptions measure;
  OutputOptions output;
  bool resume = false;
};

// Beside the document, which appears when everything is measured.
std::string unfinished_file(const std::string& out) { return out + ".partial"; }

// The store of the command line, or the one beside --out. An unfinished one is taken up where that is wanted,
// and never written over.
std::unique_ptr<ResultStore> store_of(const MeasureCommand& options, const Report& report) {
  if (options.resume && !options.output.out)
    throw Error("--resume: found no --out, expected the one to resume");
  if (options.measure.results || !options.output.out) return open_store(options.measure, report);
  const std::string &out = *options.output.out, unfinished = unfinished_file(out);
  if (!options.resume && std::filesystem::exists(unfinished))
    throw Error(unfinished + ": found results of an interrupted run, expected --resume, or no such file");
  const bool take_document = options.resume && std::filesystem::exists(out);
  return std::make_unique<ResultStore>(unfinished, system_of(report),
                                       take_document ? std::optional(out) : std::nullopt);
}

std::string resuming_line(const MeasureCommand& options, const Report& report) {
  return report.settings.command + words(options.output) + (options.measure.results ? "" : " --resume");
}

// What decompose put into the suite.
std::optional<TuningReport> tuning_of(const MeasureCommand& options, const Suite& suite) {
  if (!suite.tuning) return std::nullopt;
  return within(options.suite, [&] {
    if (!options.measure.backend.empty())
      throw Error("found a tuning table, expected none where another engine is measured");
    expect_tuning_of(*suite.tuning, choose_isa(options.measure.isa_name), false);
    return TuningReport{suite.tuning, options.suite, {}};
  });
}

ExitStatus run(const MeasureCommand& options) {
  check_backend(options.measure);
  check_writable(options.output);
  Report report;
  report.host = describe_host();
  const Suite suite = read_suite(options.suite);
  report.settings = settings_of_suite(options.suite, suite.options, options.measure);
  report.tuning = tuning_of(options, suite);
  report.settings.backend = backend_with_version(options.measure, suite.options.execution);
  report.corpus.unique_sequences = suite.bricks.size();
  report.corpus.benchmarks = benchmarks(suite);
  Progress progress = terminal_progress();
  const std::unique_ptr<ResultStore> store = store_of(options, report);
  watch_interrupts();
  const SessionResult session = measure_suite(suite, options.measure, progress, store.get());
  if (session.interrupted) return end_interrupted(progress, store ? resuming_line(options, report) : "");
  note_backend(report, session);
  report_session(report, {}, session);
  if (store) report.store = store_report(*store, session);
  progress.end();
  // At once: with document and unfinished file both there, --resume would take every sample twice.
  put_out(options.output, report, [&] {
    if (options.output.out && !options.measure.results)
      std::filesystem::remove(unfinished_file(*options.output.out));
  });
  return outputs_agree(session) ? done : failed;
}

}  // namespace

void add_measure_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<MeasureCommand>();
  command.add_option("suite", options->suite, "Folder that decompose wrote").required();
  add_options(command, options->measure);
  add_results_option(command, options->measure);
  add_backend_option(command, options->measure.backend);
  add_options(command, options->output);
  command.add_flag("--resume", options->resume,
                   "Take what an interrupted run with the same --out has measured");
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace bricks
