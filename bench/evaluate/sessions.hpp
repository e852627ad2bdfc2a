// The measuring of an evaluation: documents that hold what was measured of bricks and of whole models, one a
// group of models (session_plan.hpp).
#pragma once

#include "bench/evaluate/granularities.hpp"
#include "bench/report/progress.hpp"
#include "bench/session/measure_session.hpp"
#include "bench/session/memory_bound.hpp"
#include "bench/session/surroundings.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bricks {

struct SessionsOptions {
  std::string command;     // that gives the documents again
  std::int64_t batch = 1;  // of the models
  SessionOptions session;
  std::optional<TuningReport> tuning;  // of the session's engine
  MemoryBound memory = 0;
  std::string folder;  // of the documents; it is made where there is none
  std::function<bool()> interrupted = [] { return false; };
  bool resume = false;  // documents of this very session that are there already are not measured again
};

// Paths of the documents. what: in front of the progress. Documents are written as soon as their group is
// measured. Throws Error, and SessionInterrupted where SessionsOptions::interrupted ended a session.
std::vector<std::string> measure_sessions(std::span<const Graph> models, const Granularities& granularities,
                                          const SessionsOptions& options, const std::string& what,
                                          Progress& progress);

}  // namespace bricks
