#include "bench/commands/tune_options.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/settings.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/session/session_rounds.hpp"
#include "bench/tune/tune.hpp"
#include "engine/error.hpp"
#include "engine/tuning/tuning_json.hpp"

namespace bricks {

void add_tune_option(CommandLine& command, TuneOptions& options) {
  command.add_option(
      "--tune", options.from,
      "Who chooses convolutions' algorithms: model (default), the cost model; measured, a short "
      "search before anything else; or a table in a file");
}

void add_options(CommandLine& command, TuneOptions& options) {
  add_tune_option(command, options);
  command.add_option("--tune-out", options.out, "Write the table of --tune measured to this file");
}

void check_tune(const TuneOptions& options, const std::string& backend) {
  if (options.out && !wants_search(options))
    throw Error("--tune-out: found --tune " + options.from + ", expected measured, whose table it writes");
  if (wants_table(options) && !backend.empty())
    throw Error("--tune: found it with --backend, expected our own engine");
}

bool wants_table(const TuneOptions& options) { return options.from != "model"; }
bool wants_search(const TuneOptions& options) { return options.from == "measured"; }

std::string tune_words(const TuneOptions& options) {
  if (!wants_table(options)) return "";
  return " --tune " + shell_word(options.out ? *options.out : options.from);
}

std::shared_ptr<const Tuning> table_of(const std::optional<TuningReport>& tuning) {
  return tuning ? tuning->table : nullptr;
}

TuningReport table_from_file(const std::string& path, const EngineOptions& engine) {
  auto table = std::make_shared<const Tuning>(read_tuning(path));
  within(path, [&] { expect_tuning_of(*table, engine.isa, engine.strict); });
  return {std::move(table), path, {}};
}

double measure_table(Tuning& table, std::span<const Graph> models, const EngineOptions& engine,
                     const TuneOptions& options, Progress& progress) {
  Clock& clock = monotonic_clock();
  const std::int64_t begin = clock.now_ns();
  progress.begin("tuning");
  tune(table, models, engine, clock, [&](double done) { progress.at(done); });
  if (options.out) write_atomically(*options.out, tuning_text(table));
  return seconds_since(clock, begin);
}

std::optional<TuningReport> find_tuning(const TuneOptions& options, std::span<const Graph> models,
                                        const EngineOptions& engine, Progress& progress) {
  if (!wants_table(options)) return std::nullopt;
  if (!wants_search(options)) return table_from_file(options.from, engine);
  Tuning table{engine.isa, engine.strict, engine.threads};
  const double seconds = measure_table(table, models, engine, options, progress);
  return TuningReport{std::make_shared<const Tuning>(std::move(table)), "measured", seconds};
}

}  // namespace bricks
