#include "bench/commands/decompose.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/loaded_model.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_report.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/commands/tune_options.hpp"
#include "decompose/count/sequence_counts.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"

#include <memory>

namespace bricks {
namespace {

struct DecomposeCommand {
  ModelOptions models;
  DecomposeOptions decompose;
  TuneOptions tune;
  MeasureOptions team;  // its instruction set and threads
  OutputOptions output;
  std::string chain = "edges";
  std::string folder;
  bool onnx = false;
  std::uint64_t seed = 1;  // of the weights in ONNX files
};

// Chains of the published rule need not exist in a model: they are counted and never written.
void count_published(Report& report, const DecomposeCommand& options) {
  if (options.decompose.execution != Execution::layerwise)
    throw Error(
        "--chain published: found --execution fused, expected layerwise: the paper's program knew layers "
        "only");
  if (!options.folder.empty())
    throw Error(
        "--chain published: found --out, but such chains need not exist in a model and cannot be run");
  if (options.decompose.overlap)
    throw Error("--chain published: found --overlap, expected disjoint sequences");
  if (wants_table(options.tune)) throw Error("--chain published: found --tune, but such chains are not run");
  PublishedCounter counter(options.decompose.G);
  for (const Graph& graph : load_models(options.models)) {
    const SequenceCounts counts = counter.add(graph);
    ModelReport model = model_report(graph);
    model.units = model.layers;
    model.sequences = counts.sequences;
    model.unique_sequences = counts.unique;
    report.models.push_back(model);
  }
  report.corpus.layers = counter.total().layers;
  report.corpus.sequences = counter.total().sequences;
  report.corpus.unique_sequences = counter.total().unique;
}

void write(const Suite& suite, const DecomposeCommand& options) {
  const auto write_onnx = [&](const Graph& brick, const std::string& path) {
    write_onnx_file(brick, *synthetic_weights(options.seed), path + ".onnx");
  };
  write_suite(suite, options.folder, options.onnx ? write_onnx : WriteBeside());
}

std::string table_words(const DecomposeCommand& options) {
  return tune_words(options.tune) + " --threads " + std::to_string(options.team.threads) + " --isa " +
         std::string(isa_info(choose_isa(options.team.isa_name)).name);
}

std::optional<TuningReport> find_table(const DecomposeCommand& options, const std::vector<Graph>& models) {
  if (!wants_table(options.tune)) return std::nullopt;
  Progress progress = terminal_progress();
  return find_tuning(options.tune, models, engine_options(options.decompose.execution, options.team),
                     progress);
}

void run(const DecomposeCommand& options) {
  if (options.onnx && options.folder.empty())
    throw Error("--onnx: found no --out, expected the folder that the ONNX files are written into");
  Report report;
  report.host = describe_host();
  report.settings = settings_of("decompose", options.models, options.decompose);
  report.settings.chain = options.chain;
  if (wants_table(options.tune)) report.settings.command += table_words(options);
  if (chain_rule_from_name(options.chain) == ChainRule::published) {
    count_published(report, options);
  } else {
    const std::vector<Graph> models = load_models(options.models);
    report.tuning = find_table(options, models);
    const Suite suite = decompose(models, options.decompose, table_of(report.tuning));
    report_book(report, recipe_book(suite));
    if (!options.folder.empty()) write(suite, options);
  }
  put_out(options.output, report);
}

}  // namespace

void add_decompose_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<DecomposeCommand>();
  add_options(command, options->models);
  add_options(command, options->decompose);
  add_overlap_option(command, options->decompose);
  add_backend_option(command, options->decompose.backend);
  add_format_option(command, options->output);
  command.add_option("--out", options->folder, "Write the suite into this folder");
  add_options(command, options->tune);
  add_team_options(command, options->team);
  command.add_flag("--onnx", options->onnx,
                   "Beside every brick of --out the same as an ONNX file, seeded weights inside");
  command.add_option("--seed", options->seed, "Of these weights (1)");
  command.add_option(
      "--chain", options->chain,
      "edges (default): sequences along real edges; published: neighbours of the listing whose shapes "
      "fit, counted only");
  command.callback([options] {
    check_tune(options->tune, options->decompose.backend);
    run(*options);
  });
}

}  // namespace bricks
