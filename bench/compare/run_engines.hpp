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

// The most runs by which those of a file that took too short go on.
inline constexpr int most_further_runs = 20;

struct EnginesOptions {
  int threads = 1;
  int runs = 20;
  // That an engine's runs of a file are to take together: where one engine's take less, all visit the file
  // again, for a visit's few milliseconds fall wholly within what a machine does for a second or wholly
  // outside.
  double least_seconds = 0;
  std::uint64_t seed = 1;        // of inputs
  std::uint64_t order_seed = 1;  // of who is visited when
};

struct ModelFile {
  std::string path = {};
  std::string layouts = {};  // of the protocol; "": inputs and outputs are plain
};

// One engine on one file.
struct EngineRun {
  std::string failure;           // why there is nothing else; "" where it ran
  std::vector<double> times_ns;  // as the engine took them
  int discarded = 0;             // runs that settled it
  int set_aside = 0;             // runs that others disturbed
  // Of its outputs from the first engine's: largest, as a share of the largest output.
  std::optional<double> difference;
};

struct EnginesResult {
  std::vector<std::vector<EngineRun>> files;  // of each file: one a engine
  std::vector<std::string> versions;          // of each engine; "" where it did not start
  std::vector<RoundRecord> rounds;            // what others disturbed in each
  bool interrupted = false;                   // no file has all of its runs then
};

// Starts every engine, loads all files into each, compares outputs, and visits every pair of file and engine
// in rounds of seeded random order, those of short runs in further rounds behind them. What an engine cannot
// do is said in its runs and disturbs no other. Where the surroundings watch, visits that others disturbed
// are set aside and made up for (measure/disturbance.hpp).
EnginesResult run_engines(std::span<const EngineProgram> engines, std::span<const ModelFile> files,
                          const EnginesOptions& options, const Surroundings& surroundings);

}  // namespace bricks::bench
