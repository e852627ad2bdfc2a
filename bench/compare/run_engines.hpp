// Several engines on the same files, in the same rounds.
#pragma once

#include "bench/backends/engine.hpp"
#include "bench/measure/harness.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bricks::bench {

struct EnginesOptions {
  int threads = 1;
  int runs = 20;
  std::uint64_t seed = 1;        // of inputs
  std::uint64_t order_seed = 1;  // of who is visited when
};

// One engine on one file.
struct EngineRun {
  std::string failure;           // why there is nothing else; "" where it ran
  std::vector<double> times_ns;  // as the engine took them
  int discarded = 0;             // runs that settled it
  // Of its outputs from the first engine's: largest, as a share of the largest output.
  std::optional<double> difference;
};

struct EnginesResult {
  std::vector<std::vector<EngineRun>> files;  // of each file: one a engine
  std::vector<std::string> versions;          // of each engine; "" where it did not start
};

// Starts every engine, loads all files into each, compares outputs, and visits every pair of file and engine
// in rounds of seeded random order. What an engine cannot do is said in its runs and disturbs no other.
EnginesResult run_engines(std::span<const EngineProgram> engines, std::span<const std::string> files,
                          const EnginesOptions& options, const Surroundings& surroundings);

}  // namespace bricks::bench
