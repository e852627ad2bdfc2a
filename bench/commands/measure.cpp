#include "bench/commands/measure.hpp"

#include "bench/commands/measuring.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/session/compose_report.hpp"
#include "decompose/suite/suite_files.hpp"

#include <memory>

#include <CLI/CLI.hpp>

namespace bricks {
namespace {

struct Options {
  std::string suite;
  MeasureOptions measure;
  OutputOptions output;
};

void run(const Options& options) {
  Report report;
  report.host = describe_host();
  const Suite suite = read_suite(options.suite);
  report.settings = settings_of_suite(options.suite, suite.options, options.measure);
  report.corpus.unique_sequences = suite.bricks.size();
  report.corpus.benchmarks = benchmarks(suite);
  Progress progress = terminal_progress();
  report_session(report, {}, measure_suite(suite, options.measure, progress));
  progress.end();
  put_out(options.output, report);
}

}  // namespace

void add_measure_command(CLI::App& command, ExitStatus&) {
  const auto options = std::make_shared<Options>();
  command.add_option("suite", options->suite, "Folder that decompose wrote")->required();
  add_options(command, options->measure);
  add_options(command, options->output);
  command.callback([options] { run(*options); });
}

}  // namespace bricks
