#include "bench/commands/serve.hpp"

#include "bench/backends/server.hpp"
#include "bench/commands/command_line.hpp"
#include "bench/commands/loaded_model.hpp"
#include "bench/commands/options.hpp"
#include "bench/commands/tune_options.hpp"

#include <iostream>
#include <memory>
#include <optional>

namespace bricks {
namespace {

struct ServeOptions {
  Execution execution = Execution::fused;
  std::string isa;
  std::optional<std::string> table;
};

bench::ModelWithWeights load_on_request(const std::string& path) {
  LoadOptions options;
  options.model = path;
  LoadedModel model = load_model(options);
  return {std::move(model.graph), std::move(model.weights)};
}

void run(const ServeOptions& options) {
  EngineOptions engine;
  engine.isa = choose_isa(options.isa);
  engine.execution = options.execution;
  if (options.table) engine.tuning = table_from_file(*options.table, engine).table;
  bench::Server(engine, load_on_request).serve(std::cin, std::cout);
}

}  // namespace

void add_serve_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<ServeOptions>();
  add_execution_option(command, options->execution);
  command.add_option("--isa", options->isa, "Instruction set; default: the best of this CPU");
  command.add_option("--tune", options->table, "File with a table of convolutions' algorithms");
  command.callback([options] { run(*options); });
}

}  // namespace bricks
