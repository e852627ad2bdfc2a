#include "bench/commands/evaluate_options.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/settings.hpp"
#include "bench/evaluate/stored_runs.hpp"
#include "bench/report/text.hpp"
#include "engine/error.hpp"
#include "engine/formats/json.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace bricks {
namespace {

constexpr std::int64_t largest_G = 1000;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

std::optional<std::int64_t> whole_number(const std::string& text, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || value < low || value > high)
    return std::nullopt;
  return value;
}

SystemRequest parse_system(const std::string& text) {
  if (std::filesystem::exists(text)) return {text, "", 0, documents_at(text)};
  const std::vector<std::string> parts = split(text, ':');
  const auto threads =
      parts.size() == 2 ? whole_number(parts[1], 1, most_threads) : std::optional<std::int64_t>();
  if (!threads || parts[0].empty())
    throw Error("--systems: found " + shortened(text) +
                ", expected an instruction set and threads of this machine (avx2:2), or a result document");
  const Isa isa = within("--systems", [&] { return choose_isa(parts[0]); });
  return {text, std::string(isa_info(isa).name), static_cast<int>(*threads), {}};
}

std::vector<Execution> parse_executions(const std::string& text) {
  std::vector<Execution> executions;
  for (const std::string& name : split(text, ',')) {
    const Execution execution = execution_from_name(name);
    if (std::ranges::count(executions, execution) > 0) throw Error("found " + name + " twice");
    executions.push_back(execution);
  }
  return executions;
}

}  // namespace

std::vector<std::int64_t> parse_granularities(const std::string& text) {
  std::vector<std::int64_t> Gs;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const auto low = whole_number(part.substr(0, dots), 1, largest_G);
    const auto high = dots == std::string::npos ? low : whole_number(part.substr(dots + 2), 1, largest_G);
    if (!low || !high || *low > *high)
      throw Error("--G: found " + shortened(text) +
                  ", expected numbers or ranges from 1 to 1000, as 1..10 or 1,2,4");
    for (std::int64_t G = *low; G <= *high; ++G) {
      if (std::ranges::count(Gs, G) > 0) throw Error("--G: found " + std::to_string(G) + " twice");
      Gs.push_back(G);
    }
  }
  return Gs;
}

void add_options(CommandLine& command, EvaluateOptions& options) {
  add_options(command, options.models);
  command.add_option_function(
      "--G", [&options](const std::string& text) { options.Gs = parse_granularities(text); },
      "Most units in a sequence: numbers and ranges (1..10)");
  command.add_option_function(
      "--systems", [&options](const std::string& text) { options.systems = split(text, ','); },
      "ISA:THREADS of this machine, documents or evaluation folders of others; by commas");
  command.add_option_function(
      "--execution",
      [&options](const std::string& text) {
        options.executions = within("--execution", [&] { return parse_executions(text); });
      },
      "fused, layerwise or both, by commas (fused,layerwise)");
  add_options(command, options.measure);
  add_tune_option(command, options.tune);
  command.add_flag("--ablation", options.ablation,
                   "Also hot, cold and context caches at the first G, on the first system of this machine");
  command.add_flag("--resume", options.resume, "Take the sessions that are in --out already");
  command.add_option("--out", options.out, "Folder of the data (evaluation)");
  add_format_option(command, options.output);
}

std::vector<SystemRequest> parse_systems(const EvaluateOptions& options) {
  std::vector<std::string> texts = options.systems;
  if (texts.empty())
    texts.push_back(std::string(isa_info(choose_isa(options.measure.isa_name)).name) + ":" +
                    std::to_string(options.measure.threads));
  std::vector<SystemRequest> systems;
  for (const std::string& text : texts) systems.push_back(parse_system(text));
  return systems;
}

std::string system_name(const System& system) {
  std::string name;
  const std::string threads =
      system.threads > 0 ? format("%d thread%s", system.threads, system.threads == 1 ? "" : "s") : "";
  for (const std::string& part : {system.cpu, system.isa, threads})
    if (!part.empty()) name += (name.empty() ? "" : ", ") + part;
  return name.empty() ? "a system that is not said" : name;
}

std::string command_text(const EvaluateOptions& options) {
  const auto list = [](const auto& values, auto text) {
    std::string joined;
    for (const auto& value : values) joined += (joined.empty() ? "" : ",") + text(value);
    return joined;
  };
  std::string command = "bricks-bench evaluate";
  for (const std::string& model : options.models.models) command += " --model " + shell_word(model);
  if (options.models.batch != 1) command += " --batch " + std::to_string(options.models.batch);
  command += " --G " + list(options.Gs, [](std::int64_t G) { return std::to_string(G); });
  command += " --systems " + shell_word(list(parse_systems(options), [](const auto& s) { return s.name; }));
  command +=
      " --execution " + list(options.executions, [](Execution e) { return std::string(execution_name(e)); });
  command += " --runs " + std::to_string(options.measure.runs) + " --seed " +
             std::to_string(options.measure.seed) + " --cache " +
             std::string(cache_state_name(options.measure.cache));
  if (options.measure.count_disturbed) command += " --count-disturbed";
  if (options.measure.memory_given) command += " --memory " + shell_word(*options.measure.memory_given);
  if (options.ablation) command += " --ablation";
  command += tune_words(options.tune);
  return command + " --out " + shell_word(options.out);
}

}  // namespace bricks
