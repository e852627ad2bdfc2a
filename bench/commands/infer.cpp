#include "bench/commands/infer.hpp"

#include "bench/commands/loaded_model.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/number.hpp"
#include "bench/commands/options.hpp"
#include "bench/commands/tune_options.hpp"
#include "bench/infer/infer.hpp"
#include "engine/error.hpp"
#include "engine/run/parallel.hpp"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

namespace bricks {
namespace {

struct InferOptions {
  LoadOptions load;
  std::vector<std::string> inputs;
  std::string folder, execution = "fused", isa;
  int threads = 0;
  bool strict = false;
  TuneOptions tune;
};

std::map<std::string, NpyArray> read_inputs(const std::vector<std::string>& given) {
  std::map<std::string, NpyArray> inputs;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error("--input '" + text + "', expected NAME=FILE.npy");
    if (!inputs.emplace(text.substr(0, equals), read_npy(text.substr(equals + 1))).second)
      throw Error("--input " + text.substr(0, equals) + " is given twice");
  }
  return inputs;
}

bool is_vector(const NpyArray& array) {
  std::int64_t longest = 1;
  for (std::int64_t d : array.shape) longest = std::max(longest, d);
  return array.type == ElementType::float32 && longest > 1 && longest == element_count(array.shape);
}

void print(const NamedArray& output) {
  std::cout << output.name << ": " << element_type_name(output.array.type) << " "
            << to_string(output.array.shape) << "\n";
  if (!is_vector(output.array)) return;
  for (const auto& [index, value] : top(output.array, 5)) {
    char line[64];
    std::snprintf(line, sizeof line, "  %8zu  %.6g\n", index, static_cast<double>(value));
    std::cout << line;
  }
}

void run(const InferOptions& options) {
  LoadedModel model = load_model(options.load);
  EngineOptions engine;
  engine.isa = choose_isa(options.isa);
  engine.execution = execution_from_name(options.execution);
  engine.strict = options.strict;
  engine.threads = options.threads > 0 ? options.threads : parallel::physical_cores();
  const auto inputs = read_inputs(options.inputs);
  Progress progress = terminal_progress();
  engine.tuning = table_of(find_tuning(options.tune, {&model.graph, 1}, engine, progress));
  progress.end();
  const std::vector<NamedArray> outputs =
      infer(model.graph, *model.weights, inputs, plan_options(engine), engine.threads);
  if (!options.folder.empty()) {
    std::filesystem::create_directories(options.folder);
    for (const NamedArray& output : outputs)
      write_npy(output.array,
                (std::filesystem::path(options.folder) / (file_name(output.name) + ".npy")).string());
  }
  for (const NamedArray& output : outputs) print(output);
}

struct ExportOptions {
  LoadOptions load;
  std::string onnx, json;
};

void run_export(const ExportOptions& options) {
  if (options.onnx.empty() && options.json.empty())
    throw Error("nothing to write, expected --onnx FILE or --json FILE");
  LoadedModel model = load_model(options.load);
  if (!options.onnx.empty()) write_onnx_file(model.graph, *model.weights, options.onnx);
  if (!options.json.empty()) write_json_file(model, options.json);
}

}  // namespace

void add_infer_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<InferOptions>();
  add_options(command, options->load);
  command.add_option("--input", options->inputs, "NAME=FILE.npy, once for each input").required();
  command.add_option("--output-dir", options->folder, "Write each output there as NAME.npy");
  command.add_option("--execution", options->execution, "fused or layerwise");
  add_number(command, "--threads", options->threads, 1, most_threads, "Default: physical cores");
  command.add_option("--isa", options->isa, "Instruction set; default: the best of this CPU");
  command.add_flag("--strict", options->strict, "Only algorithms that round as well as direct summation");
  add_options(command, options->tune);
  command.callback([options] {
    check_tune(options->tune);
    run(*options);
  });
}

void add_export_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<ExportOptions>();
  add_options(command, options->load);
  command.add_option("--onnx", options->onnx, "Write this ONNX file, weights inside");
  command.add_option("--json", options->json, "Write this JSON model, without weights");
  command.callback([options] { run_export(*options); });
}

}  // namespace bricks
