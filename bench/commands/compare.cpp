#include "bench/commands/compare.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/comparison.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/number.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/text.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace bricks {
namespace {

ReportSettings settings_of(const CompareOptions& options) {
  ReportSettings settings;
  settings.execution = execution_name(options.execution);
  settings.isa = isa_info(choose_isa(options.measure.isa_name)).name;
  settings.G = static_cast<int>(options.G);
  settings.threads = options.measure.threads;
  settings.batch = options.models.batch;
  settings.seed = options.measure.seed;
  settings.runs = options.measure.runs;
  std::string& line = settings.command = "bricks-bench compare";
  for (const std::string& model : options.models.models) line += " --model " + shell_word(model);
  for (const std::string& shape : options.shapes) line += " --shape " + shell_word(shape);
  line += " --backend ";
  for (const std::string& backend : options.backends)
    line += (backend == options.backends.front() ? "" : ",") + shell_word(backend);
  if (options.G > 0) line += format(" --G %lld", static_cast<long long>(options.G));
  if (options.least_macs > 0)
    line += format(" --least-macs %lld", static_cast<long long>(options.least_macs));
  if (options.own_layouts) line += " --own-layouts";
  if (settings.batch != 1) line += format(" --batch %lld", static_cast<long long>(settings.batch));
  line += " --execution " + settings.execution + " --isa " + settings.isa +
          format(" --threads %d --runs %d --seed %llu", settings.threads, *settings.runs,
                 static_cast<unsigned long long>(settings.seed));
  if (!options.floor) line += " --no-floor";
  line += tune_words(options.tune);
  return settings;
}

std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    all.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

ExitStatus end_interrupted(Comparison& comparison, const CompareOptions& options, std::size_t models) {
  comparison.end();
  const std::string kept =
      options.output.out && models > 1
          ? *options.output.out +
                format(" holds %zu of %zu models", comparison.report().models.size(), models)
          : std::string("with several models --out FILE would have kept those that were compared");
  std::fprintf(stderr, "bricks-bench: interrupted; %s\n", kept.c_str());
  return interrupted;
}

ExitStatus run(const CompareOptions& options) {
  if (options.G == 0 && (options.own_layouts || options.least_macs > 0))
    throw Error("--own-layouts and --least-macs are of bricks: found no --G, expected one");
  if (options.backends.empty()) throw Error("--backend is missing: name one or more, with commas between");
  check_writable(options.output);
  const std::vector<std::string> names = model_names(options.models);
  Comparison comparison(options, settings_of(options));
  const bench::CompareReport& report = comparison.report();
  watch_interrupts();
  try {
    comparison.compare(names, [&] {
      // An interrupted run keeps what it has.
      if (options.output.out && names.size() > 1)
        write_atomically(*options.output.out, document_text(compare_json(report)));
    });
  } catch (const SessionInterrupted&) {
    return end_interrupted(comparison, options, names.size());
  }
  put_out(options.output, compare_text(report), compare_json(report));
  return agrees(report) ? done : failed;
}

}  // namespace

void add_compare_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<CompareOptions>();
  add_options(command, options->models);
  command.add_option("--shape", options->shapes, "NAME=1x3x224x224, for ONNX files with open dimensions");
  command.add_option_function(
      "--backend", [options](const std::string& text) { options->backends = split(text); },
      "Engines of bench/backends, with commas between");
  add_number(command, "--G", options->G, std::int64_t{1}, std::int64_t{1} << 40,
             "Also every unique brick of at most so many units, each by itself");
  add_number(command, "--least-macs", options->least_macs, std::int64_t{0}, std::int64_t{1} << 60,
             "With --G: only bricks of at least so many multiply-adds");
  command.add_flag(
      "--own-layouts", options->own_layouts,
      "With --G: engines may take and give tensors as they stand within a model (ours; oneDNN always)");
  add_execution_option(command, options->execution);
  add_engine_options(command, options->measure);
  command.add_flag("!--no-floor", options->floor, "Do not measure a second process of our own engine");
  add_options(command, options->tune);
  add_options(command, options->output);
  command.callback([options, &status] {
    check_tune(options->tune);
    status = run(*options);
  });
}

}  // namespace bricks
