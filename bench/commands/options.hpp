// What the command line says, checked; commands take the groups of options that they need.
#pragma once

#include "bench/measure/cache_state.hpp"
#include "bench/session/memory_bound.hpp"
#include "engine/optimise/units.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bricks {

class CommandLine;
class Trace;

inline constexpr int most_threads = 1024;
inline constexpr int default_runs = 20, most_runs = 1'000'000;

enum class Format : std::uint8_t { text, json };

struct ModelOptions {
  std::vector<std::string> models;  // as given: files, zoo names, "all"
  std::int64_t batch = 1;
};

struct DecomposeOptions {
  Execution execution = Execution::fused;
  std::int64_t G = 1;
  bool auto_G = false;   // the best of several, found by measuring; G means nothing then
  bool overlap = false;  // a window at every unit
  std::string backend;   // for this engine, which knows none of our layouts; "" for ours
};

struct MeasureOptions {
  int threads = 0;
  std::string isa_name;  // for choose_isa
  int runs = default_runs;
  bool runs_given = false;
  bool count_disturbed = false;
  std::uint64_t seed = 1;
  CacheState cache = CacheState::context;
  MemoryBound memory = 0;                        // of packed weights and buffers together
  std::optional<std::string> memory_given = {};  // in words
  std::optional<std::string> weights;
  std::string backend;                      // the engine that is measured; "" is ours
  std::optional<double> precision_percent;  // of the composed number's interval; none: a fixed number of runs
  double max_seconds = 0;                   // with a precision; 0: no limit
  std::optional<std::string> results;       // the store that knows bricks and gets new ones
  bool parallel = false;                    // branches at once
  int workers = 0;                          // that run branches at once; 0: one unit after the other
  std::optional<std::string> rules;         // file: what running at once costs and forbids
  Trace* trace = nullptr;                   // where one is wanted
};

struct ValidateOptions {
  bool validate = true;
  std::optional<double> max_error_percent;
};

struct OutputOptions {
  Format format = Format::text;
  std::optional<std::string> out;
};

// Each adds its options to a command and fills the struct, which must outlive the parsing, when it is parsed.
// Wrong values throw Error with option, what was found and what was expected.
void add_options(CommandLine& command, ModelOptions& options);
void add_options(CommandLine& command, DecomposeOptions& options);
// The same, and "auto" for --G.
void add_options_with_auto(CommandLine& command, DecomposeOptions& options);
void add_execution_option(CommandLine& command, Execution& execution);
void add_overlap_option(CommandLine& command, DecomposeOptions& options);
void add_options(CommandLine& command, MeasureOptions& options);
// Of these --threads and --isa alone, and with them --runs and --seed.
void add_team_options(CommandLine& command, MeasureOptions& options);
void add_engine_options(CommandLine& command, MeasureOptions& options);
// --count-disturbed.
void add_count_disturbed_option(CommandLine& command, bool& count_disturbed);
// --backend.
void add_backend_option(CommandLine& command, std::string& backend);
// --precision and --max-time, for commands that compose what they measure.
void add_precision_options(CommandLine& command, MeasureOptions& options);
// What holds where neither --runs nor --precision is given: 1 percent, and a time for it that leaves patience
// for so many composed numbers.
void choose_precision(MeasureOptions& options, std::size_t composed);
// --results, for commands that take known bricks from a store.
void add_results_option(CommandLine& command, MeasureOptions& options);
// --execution-mode, --workers and --rules; after parsing, settle_workers makes `workers` and `threads` agree.
void add_parallel_options(CommandLine& command, MeasureOptions& options);
void settle_workers(const CommandLine& command, MeasureOptions& options);
// Throws Error for a list schedule of sequences that overlap: they have no edges.
void check_overlap(const DecomposeOptions& options, int workers);
void add_options(CommandLine& command, ValidateOptions& options);
void add_options(CommandLine& command, OutputOptions& options);
// --format alone.
void add_format_option(CommandLine& command, OutputOptions& options);

// "--isa" where it was given, else BRICKS_FORCE_ISA, else the best one. Throws Error for a name that is
// unknown or that this CPU does not run.
Isa choose_isa(const std::string& given);

// "8GB", "512MB", "1.5GiB", a number of bytes, or "low".
MemoryBound parse_memory(const std::string& text);

}  // namespace bricks
