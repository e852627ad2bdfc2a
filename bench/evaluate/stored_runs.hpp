// What was measured, read back from result documents: of this evaluation's sessions or of whoever ran
// `bricks-bench evaluate` or `bricks-bench --model ... --out FILE` on another machine.
#pragma once

#include "compose/results/result.hpp"
#include "engine/formats/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bricks {

struct MeasuredLatency {
  double ms = 0;
  std::optional<double> p50_ms, p90_ms;
};

// Everything of one system: execution and cache state are parts of it.
struct StoredRun {
  System system;
  SystemResults results;
  std::map<std::string, MeasuredLatency> models;  // those that were run whole
  // Of the documents that say so, set-up included.
  double brick_seconds = 0, model_setup_seconds = 0;
  double brick_sample_seconds = 0;  // of which timed runs
  Json host;                        // as the first document gives it; null where it does not
};

// Documents of one system become one run, in the order of the paths. Throws Error
// that begins with the path.
std::vector<StoredRun> read_runs(std::span<const std::string> paths);

// A document, or a folder of an evaluation: all documents of its sessions, by name. Throws Error.
std::vector<std::string> documents_at(const std::string& path);

}  // namespace bricks
