#include "bench/commands/compose.hpp"

#include "bench/commands/choose_system.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/model_report.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/number.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/session/compose_report.hpp"
#include "compose/results/results_json.hpp"
#include "engine/error.hpp"

#include <memory>

namespace bricks {
namespace {

struct Options {
  ModelOptions models;
  DecomposeOptions decompose;
  OutputOptions output;
  std::string results;
  System system;  // what is known of the one that is wanted
  int workers = 0;
  std::optional<std::string> rules;
};

void run(const Options& options) {
  if (options.results.empty()) throw Error("--results is missing: a document that measure wrote, or a store");
  Report report;
  report.host = describe_host();
  report.settings = settings_of("compose", options.models, options.decompose);
  report.settings.command += " --results " + shell_word(options.results);
  if (options.system.threads > 0)
    report.settings.command += " --threads " + std::to_string(options.system.threads);
  if (!options.system.isa.empty()) report.settings.command += " --isa " + shell_word(options.system.isa);
  if (!options.system.cache.empty())
    report.settings.command += " --cache " + shell_word(options.system.cache);
  if (options.workers > 0) report.settings.command += " --workers " + std::to_string(options.workers);
  if (options.rules) report.settings.command += " --rules " + shell_word(*options.rules);
  const RecipeBook book = recipe_book(decompose(load_models(options.models), options.decompose));
  report_book(report, book);
  const OverlapRules rules = options.rules ? read_rules(*options.rules) : OverlapRules{};
  const Results results = read_results(options.results);
  const System system = within(options.results, [&] {
    System wanted = options.system;
    wanted.execution = report.settings.execution;
    return choose_system(results, wanted, options.decompose.backend, report.notes);
  });
  within(options.results, [&] {
    ComposeOptions compose_options;
    compose_options.passes.seed = report.settings.seed;
    compose_options.workers = options.workers;
    compose_options.rules = rules;
    report_composition(report, book, results.of(system), compose_options);
  });
  if (!options.decompose.backend.empty()) report.settings.backend = system.engine;
  report.settings.isa = system.isa;
  report.settings.threads = system.threads;
  report.settings.cache = system.cache;
  put_out(options.output, report);
}

}  // namespace

void add_compose_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<Options>();
  add_options(command, options->models);
  add_options(command, options->decompose);
  add_overlap_option(command, options->decompose);
  add_backend_option(command, options->decompose.backend);
  add_number(command, "--workers", options->workers, 1, 1 << 20,
             "Also the list schedule on so many workers, each running one sequence at a time");
  command.add_option("--rules", options->rules,
                     "JSON: which operator types may run at once, and what that costs");
  add_options(command, options->output);
  command.add_option("--results", options->results, "Document that measure wrote, or a store of results");
  add_system_options(command, options->system);
  command.callback([options] { run(*options); });
}

}  // namespace bricks
