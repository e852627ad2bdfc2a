#include "bench/commands/options.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/number.hpp"
#include "bench/host/host.hpp"
#include "engine/error.hpp"
#include "engine/run/parallel.hpp"

#include <cmath>
#include <cstdlib>

namespace bricks {
namespace {

constexpr double default_share_of_memory = 0.7;
constexpr std::int64_t most_G = std::int64_t{1} << 40;
constexpr double default_precision_percent = 1;
// Of --max-time: an answer for VGG-16 within 10 s, set-up included, and for the whole zoo within minutes.
constexpr double seconds_per_model = 4, most_seconds = 120;

// An option whose text is read by a function that throws Error.
template <class Value, class Read>
void add_word(CommandLine& command, const std::string& name, Value& value, Read read,
              const std::string& help) {
  command.add_option_function(
      name,
      [&value, name, read](const std::string& text) { value = within(name, [&] { return read(text); }); },
      help);
}

std::string isa_names() {
  std::string names;
  for (const IsaInfo& info : isa_list) names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

Isa supported_isa(const std::string& where, const std::string& name) {
  const std::optional<Isa> isa = isa_from_name(name);
  if (!isa) throw Error(where + ": found " + name + ", expected one of " + isa_names());
  if (!isa_supported(*isa)) throw Error(where + ": this CPU does not run " + name);
  return *isa;
}

bool parallel_from_name(const std::string& name) {
  if (name != "sequential" && name != "parallel")
    throw Error("found " + name + ", expected sequential or parallel");
  return name == "parallel";
}

Format format_from_name(const std::string& name) {
  if (name == "text") return Format::text;
  if (name == "json") return Format::json;
  throw Error("found " + name + ", expected text or json");
}

}  // namespace

Isa choose_isa(const std::string& given) {
  if (!given.empty()) return supported_isa("--isa", given);
  const char* forced = std::getenv("BRICKS_FORCE_ISA");
  return forced && *forced ? supported_isa("BRICKS_FORCE_ISA", forced) : best_isa();
}

MemoryBound parse_memory(const std::string& text) {
  if (text == "low") return std::nullopt;
  const auto unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string unit = text.substr(unit_at);
  const struct {
    const char* name;
    double bytes;
  } units[] = {{"", 1},     {"B", 1},      {"kB", 1e3},        {"KB", 1e3},          {"MB", 1e6},
               {"GB", 1e9}, {"KiB", 1024}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}};
  for (const auto& each : units) {
    if (unit != each.name) continue;
    const double value = number("--memory", text.substr(0, unit_at), 0.0, 1e18) * each.bytes;
    return static_cast<std::size_t>(value);
  }
  throw Error("--memory: found " + text +
              ", expected bytes, a number with KB, MB, GB, KiB, MiB or GiB, or low");
}

void add_options(CommandLine& command, ModelOptions& options) {
  command.add_option("--model", options.models,
                     "Model file (.json, .onnx) or name of the zoo; 'all' for the whole zoo");
  add_number<std::int64_t>(command, "--batch", options.batch, 1, 1 << 20, "Batch size (1)");
}

void add_options(CommandLine& command, DecomposeOptions& options) {
  add_number<std::int64_t>(command, "--G", options.G, 1, most_G, "Most units in a sequence (1)");
  add_execution_option(command, options.execution);
}

void add_options_with_auto(CommandLine& command, DecomposeOptions& options) {
  command.add_option_function(
      "--G",
      [&options](const std::string& text) {
        options.auto_G = text == "auto";
        if (!options.auto_G) options.G = number<std::int64_t>("--G", text, 1, most_G);
      },
      "Most units in a sequence (1); auto: measures 1 to 10 and picks the best trade of error against "
      "benchmarking time");
  add_execution_option(command, options.execution);
}

void add_execution_option(CommandLine& command, Execution& execution) {
  add_word(
      command, "--execution", execution, [](const std::string& name) { return execution_from_name(name); },
      "layerwise: every layer is a unit; fused (default): a unit is a fusion group");
}

void add_backend_option(CommandLine& command, std::string& backend) {
  command.add_option("--backend", backend,
                     "Another engine of bench/backends; 'bricks' is ours in a process of its own");
}

void add_overlap_option(CommandLine& command, DecomposeOptions& options) {
  command.add_flag("--overlap", options.overlap,
                   "A window of up to G units at every unit; composing takes the cheapest cover");
}

void check_overlap(const DecomposeOptions& options, int workers) {
  if (options.overlap && workers > 0)
    throw Error("--overlap: found it with workers, expected sequences that run one after the other");
}

void add_team_options(CommandLine& command, MeasureOptions& options) {
  options.threads = parallel::physical_cores();
  add_number(command, "--threads", options.threads, 1, most_threads, "Threads (physical cores)");
  command.add_option("--isa", options.isa_name,
                     "Instruction set: " + isa_names() + " (the best that runs here)");
}

void add_engine_options(CommandLine& command, MeasureOptions& options) {
  add_team_options(command, options);
  command.add_option_function(
      "--runs",
      [&options](const std::string& text) {
        options.runs = number("--runs", text, 1, most_runs);
        options.runs_given = true;
      },
      "Timed runs of every brick and model (20)");
  add_number<std::uint64_t>(command, "--seed", options.seed, 0, ~std::uint64_t{0},
                            "Of weights and order (1)");
}

void add_count_disturbed_option(CommandLine& command, bool& count_disturbed) {
  command.add_flag("--count-disturbed", count_disturbed,
                   "Runs that other programs or machines disturbed count as they were "
                   "(they are set aside and made up for, or adjusted)");
}

void add_options(CommandLine& command, MeasureOptions& options) {
  options.memory =
      static_cast<std::size_t>(default_share_of_memory * static_cast<double>(available_memory()));
  add_engine_options(command, options);
  add_word(
      command, "--cache", options.cache, [](const std::string& name) { return cache_state_from_name(name); },
      "What a brick finds in the caches: hot, cold or context (default)");
  command.add_option_function(
      "--memory",
      [&options](const std::string& text) {
        options.memory = parse_memory(text);
        options.memory_given = text;
      },
      "Bound on weights and buffers (70 % of what is free); low: no more than the largest model takes "
      "with its bricks");
  add_count_disturbed_option(command, options.count_disturbed);
  command.add_option("--weights", options.weights, "Weights as safetensors (synthetic, from the seed)");
}

void add_precision_options(CommandLine& command, MeasureOptions& options) {
  add_word(
      command, "--precision", options.precision_percent,
      [](const std::string& text) { return number("--precision", text, 1e-3, 100.0); },
      "Measure until every composed number's 95 % interval is within so many percent (1, unless --runs is "
      "given alone); --runs is the least then");
  add_number(command, "--max-time", options.max_seconds, 0.001, 1e9,
             "Give up on --precision after so many seconds: exit status 4 (4 a model, 120 at most)");
}

void choose_precision(MeasureOptions& options, std::size_t composed) {
  if (!options.precision_percent) {
    if (options.runs_given && options.max_seconds > 0)
      throw Error("--max-time gives up on --precision: found --runs alone, expected --precision beside it");
    if (options.runs_given) return;
    options.precision_percent = default_precision_percent;
  }
  if (options.max_seconds == 0)
    options.max_seconds = std::min(seconds_per_model * static_cast<double>(composed), most_seconds);
}

void add_results_option(CommandLine& command, MeasureOptions& options) {
  command.add_option(
      "--results", options.results,
      "Store of results: bricks that it knows are not measured, new ones are appended as they are "
      "measured; it is made where there is none");
}

void add_parallel_options(CommandLine& command, MeasureOptions& options) {
  add_word(command, "--execution-mode", options.parallel, parallel_from_name,
           "sequential (default), or parallel: branches run at once, every unit on one thread");
  add_number(command, "--workers", options.workers, 1, most_threads,
             "That run branches at once (physical cores)");
  command.add_option("--rules", options.rules,
                     "JSON: which operator types may run at once, and what that costs (measured)");
}

void settle_workers(const CommandLine& command, MeasureOptions& options) {
  if (!options.parallel) {
    for (const char* name : {"--workers", "--rules"})
      if (command.given(name)) throw Error(std::string(name) + " is for --execution-mode parallel");
    return;
  }
  if (command.given("--threads") && options.threads != 1)
    throw Error("--threads: found " + std::to_string(options.threads) +
                ", expected 1 with --execution-mode parallel: every unit runs on one thread");
  if (options.results)
    throw Error("--results: a store keeps no contention, which --execution-mode parallel needs");
  options.threads = 1;
  if (options.workers == 0) options.workers = parallel::physical_cores();
}

void add_options(CommandLine& command, ValidateOptions& options) {
  command.add_flag("!--no-validate", options.validate, "Do not run whole models");
  add_word(
      command, "--max-error", options.max_error_percent,
      [](const std::string& text) { return number("--max-error", text, 0.0, 1e9); },
      "Exit status 1 where a model's error is above so many percent");
}

void add_format_option(CommandLine& command, OutputOptions& options) {
  add_word(command, "--format", options.format, format_from_name,
           "text (default) or json, on standard output");
}

void add_options(CommandLine& command, OutputOptions& options) {
  add_format_option(command, options);
  command.add_option("--out", options.out, "Also write the JSON document to this file");
}

}  // namespace bricks
