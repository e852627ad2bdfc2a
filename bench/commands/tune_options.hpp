// `--tune`: who chooses the algorithms of convolutions.
#pragma once

#include "bench/report/progress.hpp"
#include "bench/report/report.hpp"
#include "bench/session/benchmarks.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace bricks {

class CommandLine;

struct TuneOptions {
  std::string from = "model";      // "model", "measured" or a file
  std::optional<std::string> out;  // where a table that was measured goes
};

// --tune and --tune-out; --tune alone.
void add_options(CommandLine& command, TuneOptions& options);
void add_tune_option(CommandLine& command, TuneOptions& options);

// Throws Error for --tune-out without a search, and for a table where another engine is measured.
void check_tune(const TuneOptions& options, const std::string& backend = "");

bool wants_table(const TuneOptions& options);
bool wants_search(const TuneOptions& options);

// What a command's line says of it, in front a space; "" for the cost model. A table that is written is what
// gives the same again.
std::string tune_words(const TuneOptions& options);

// Null for the cost model.
std::shared_ptr<const Tuning> table_of(const std::optional<TuningReport>& tuning);

// The table of a file. Throws Error for one of another ISA or strictness than the engine's.
TuningReport table_from_file(const std::string& path, const EngineOptions& engine);

// Measures what the table lacks of the models, and writes it where that is asked for. Returns the seconds
// that it took.
double measure_table(Tuning& table, std::span<const Graph> models, const EngineOptions& engine,
                     const TuneOptions& options, Progress& progress);

// The table that was asked for, for these models; nothing for the cost model.
std::optional<TuningReport> find_tuning(const TuneOptions& options, std::span<const Graph> models,
                                        const EngineOptions& engine, Progress& progress);

}  // namespace bricks
