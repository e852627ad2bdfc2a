#include "bench/commands/stats.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/host/host.hpp"
#include "bench/report/json_document.hpp"
#include "bench/stats/stats_report.hpp"

#include <memory>

namespace bricks {
namespace {

struct StatsOptions {
  ModelOptions models;
  OutputOptions output;
};

void run(const StatsOptions& options) {
  const std::vector<Graph> models = load_models(options.models);
  const LayerStatistics statistics = count_layers(models);
  put_out(options.output, stats_text(statistics),
          document_with(describe_host(), stats_json(statistics, models).at("bricks")));
}

}  // namespace

void add_stats_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<StatsOptions>();
  add_options(command, options->models);
  add_options(command, options->output);
  command.callback([options] { run(*options); });
}

}  // namespace bricks
