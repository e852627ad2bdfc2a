#include "bench/commands/settings.hpp"

#include "bench/report/text.hpp"

namespace bricks {
namespace {

void add_measure(ReportSettings& settings, const MeasureOptions& measure) {
  settings.threads = measure.threads;
  settings.workers = measure.workers;
  settings.isa = isa_info(choose_isa(measure.isa_name)).name;
  settings.cache = cache_state_name(measure.cache);
  settings.seed = measure.seed;
  settings.runs = measure.runs;
  settings.command += " --threads " + std::to_string(measure.threads) + " --isa " + settings.isa +
                      " --runs " + std::to_string(measure.runs) + " --seed " + std::to_string(measure.seed) +
                      " --cache " + settings.cache;
  settings.backend = measure.backend;
  if (!measure.backend.empty()) settings.command += " --backend " + shell_word(measure.backend);
  if (measure.precision_percent) settings.command += format(" --precision %g", *measure.precision_percent);
  if (measure.count_disturbed) settings.command += " --count-disturbed";
  if (measure.max_seconds > 0) settings.command += format(" --max-time %g", measure.max_seconds);
  if (measure.results) settings.command += " --results " + shell_word(*measure.results);
  if (measure.workers > 0)
    settings.command += " --execution-mode parallel --workers " + std::to_string(measure.workers);
  if (measure.rules) settings.command += " --rules " + shell_word(*measure.rules);
  if (measure.weights) settings.command += " --weights " + shell_word(*measure.weights);
  if (measure.memory_given) settings.command += " --memory " + shell_word(*measure.memory_given);
}

}  // namespace

std::string words(const ValidateOptions& options) {
  std::string text;
  if (!options.validate) text += " --no-validate";
  if (options.max_error_percent) text += format(" --max-error %g", *options.max_error_percent);
  return text;
}

std::string words(const OutputOptions& options) {
  std::string text;
  if (options.out) text += " --out " + shell_word(*options.out);
  if (options.format == Format::json) text += " --format json";
  return text;
}

std::string shell_word(const std::string& word) {
  const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

ReportSettings settings_of(const std::string& command, const ModelOptions& models,
                           const DecomposeOptions& decompose) {
  ReportSettings settings;
  settings.execution = execution_name(decompose.execution);
  settings.G = static_cast<int>(decompose.G);
  settings.overlap = decompose.overlap;
  settings.batch = models.batch;
  settings.command = "bricks-bench" + (command.empty() ? "" : " " + command);
  for (const std::string& model : models.models) settings.command += " --model " + shell_word(model);
  settings.command += " --G " + (decompose.auto_G ? "auto" : std::to_string(decompose.G)) + " --execution " +
                      settings.execution;
  if (decompose.overlap) settings.command += " --overlap";
  if (!decompose.backend.empty() && (command == "decompose" || command == "compose"))
    settings.command += " --backend " + shell_word(decompose.backend);
  if (models.batch != 1) settings.command += " --batch " + std::to_string(models.batch);
  return settings;
}

ReportSettings settings_of(const std::string& command, const ModelOptions& models,
                           const DecomposeOptions& decompose, const MeasureOptions& measure) {
  ReportSettings settings = settings_of(command, models, decompose);
  add_measure(settings, measure);
  return settings;
}

ReportSettings settings_of_suite(const std::string& folder, const SuiteOptions& suite,
                                 const MeasureOptions& measure) {
  ReportSettings settings;
  settings.execution = execution_name(suite.execution);
  settings.G = static_cast<int>(suite.granularity);
  settings.overlap = suite.overlap;
  settings.batch = 0;
  settings.command = "bricks-bench measure " + shell_word(folder);
  add_measure(settings, measure);
  return settings;
}

}  // namespace bricks
