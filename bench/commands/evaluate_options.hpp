// What `bricks-bench evaluate` was asked for.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/commands/tune_options.hpp"
#include "compose/results/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bricks {

struct EvaluateOptions {
  ModelOptions models;
  std::vector<std::int64_t> Gs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  std::vector<std::string> systems;  // as given; none: that of --isa and --threads
  std::vector<Execution> executions = {Execution::fused, Execution::layerwise};
  MeasureOptions measure;
  TuneOptions tune;
  bool ablation = false, resume = false;
  std::string out = "evaluation";
  OutputOptions output;
};

// One of this machine, or documents of another.
struct SystemRequest {
  std::string name;  // "avx512:2"
  std::string isa;
  int threads = 0;
  std::vector<std::string> documents;
};

void add_options(CommandLine& command, EvaluateOptions& options);

// Throws Error for an ISA that this CPU does not run, for no number of threads and for a file that is not
// there.
std::vector<SystemRequest> parse_systems(const EvaluateOptions& options);

// "1..10", "1,2,4", "1..3,8". Throws Error for anything else, and for one that stands there twice.
std::vector<std::int64_t> parse_granularities(const std::string& text);

// "Fast CPU 9, avx2, 2 threads".
std::string system_name(const System& system);

// The line that gives the evaluation again.
std::string command_text(const EvaluateOptions& options);

}  // namespace bricks
