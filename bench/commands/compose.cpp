#include "bench/commands/compose.hpp"

#include "bench/commands/choose_system.hpp"
#include "bench/commands/complete_store.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_report.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/number.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/report/build_info.hpp"
#include "bench/session/compose_report.hpp"
#include "compose/composition/compose.hpp"
#include "compose/results/results_json.hpp"
#include "compose/results/store.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <memory>

namespace bricks {
namespace {

struct ComposeCommand {
  ModelOptions models;
  DecomposeOptions decompose;
  OutputOptions output;
  std::string results;
  System system;  // what is known of the one that is wanted
  int workers = 0;
  std::optional<std::string> rules;
  std::optional<int> runs;  // of bricks that a store lacks
  bool count_disturbed = false;
};

ReportSettings settings_of(const ComposeCommand& options) {
  ReportSettings settings = settings_of("compose", options.models, options.decompose);
  std::string& line = settings.command;
  line += " --results " + shell_word(options.results);
  if (options.system.threads > 0) line += " --threads " + std::to_string(options.system.threads);
  if (!options.system.isa.empty()) line += " --isa " + shell_word(options.system.isa);
  if (!options.system.cache.empty()) line += " --cache " + shell_word(options.system.cache);
  if (options.workers > 0) line += " --workers " + std::to_string(options.workers);
  if (options.rules) line += " --rules " + shell_word(*options.rules);
  if (options.runs) line += " --runs " + std::to_string(*options.runs);
  if (options.count_disturbed) line += " --count-disturbed";
  return settings;
}

// A document holds what it holds; what a store lacks is measured.
CompletedStore results_of(const ComposeCommand& options, const Suite& suite, Report& report,
                          Progress& progress) {
  const std::string text = read_file(options.results, largest_results_file);
  const bool store = is_store(text) && options.decompose.backend.empty();
  if ((options.runs || options.count_disturbed) && !store)
    throw Error(std::string(options.runs ? "--runs" : "--count-disturbed") + ": found " + options.results +
                ", which is no store, expected one to add bricks to");
  const Results found = results_from_text(text, options.results);
  System wanted = options.system;
  wanted.execution = report.settings.execution;
  const System system = within(options.results, [&] {
    return store && !has_own_system(found, wanted)
               ? this_system(wanted, report.host)
               : choose_system(found, wanted, options.decompose.backend, report.notes);
  });
  if (!store) return {system, found.of(system), {}, false};
  watch_interrupts();
  CompletedStore completed =
      complete_store(options.results, suite, found, system,
                     {options.runs.value_or(default_runs), options.count_disturbed}, report.host, progress);
  report.store = completed.report;
  return completed;
}

// Bricks are cut for an engine: of another one's results most are missing, and the first that is tells
// little.
void check_engine(const ComposeCommand& options, const RecipeBook& book, const CompletedStore& completed) {
  const std::string& engine = completed.system.engine;
  if (!options.decompose.backend.empty() || engine.empty() || is_own_build(engine)) return;
  if (!missing_results(book, completed.results).empty())
    throw Error(options.results + ": results of the engine '" + engine + "', expected --backend " +
                engine_name(engine));
}

ExitStatus run(const ComposeCommand& options) {
  if (options.results.empty()) throw Error("--results is missing: a document that measure wrote, or a store");
  check_overlap(options.decompose, options.workers);
  if (options.rules && options.workers == 0) throw Error("--rules is for the list schedule of --workers");
  check_writable(options.output);
  Report report;
  report.host = describe_host();
  report.settings = settings_of(options);
  const OverlapRules rules = options.rules ? read_rules(*options.rules) : OverlapRules{};
  const Suite suite = decompose(load_models(options.models), options.decompose);
  const RecipeBook book = recipe_book(suite);
  report_book(report, book);
  Progress progress = terminal_progress();
  const CompletedStore completed = results_of(options, suite, report, progress);
  if (completed.interrupted)
    return end_interrupted(progress, report.settings.command + words(options.output));
  progress.end();
  check_engine(options, book, completed);
  const System& system = completed.system;
  within(options.results, [&] {
    ComposeOptions compose_options;
    compose_options.passes.seed = report.settings.seed;
    compose_options.workers = options.workers;
    compose_options.rules = rules;
    report_composition(report, book, completed.results, compose_options);
  });
  if (!options.decompose.backend.empty()) report.settings.backend = system.engine;
  report.settings.isa = system.isa;
  report.settings.threads = system.threads;
  report.settings.cache = system.cache;
  put_out(options.output, report);
  return done;
}

}  // namespace

void add_compose_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<ComposeCommand>();
  add_options(command, options->models);
  add_options(command, options->decompose);
  add_overlap_option(command, options->decompose);
  add_backend_option(command, options->decompose.backend);
  add_number(command, "--workers", options->workers, 1, 1 << 20,
             "Also the list schedule on so many workers, each running one sequence at a time");
  command.add_option("--rules", options->rules,
                     "JSON: which operator types may run at once, and what that costs");
  add_options(command, options->output);
  command.add_option(
      "--results", options->results,
      "Document that measure wrote, or a store of results, which gets the bricks that it lacks");
  add_system_options(command, options->system);
  command.add_option_function(
      "--runs",
      [options = options.get()](const std::string& text) {
        options->runs = number("--runs", text, 1, most_runs);
      },
      "Timed runs of every brick that a store lacks (20)");
  add_count_disturbed_option(command, options->count_disturbed);
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace bricks
