// An evaluation as data: one JSON document, and a CSV file for each figure and table of the paper.
#pragma once

#include "bench/evaluate/evaluation.hpp"
#include "bench/host/host.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace bricks {

struct EvaluatedSystem {
  std::string name;  // as asked for, "avx512:2"; of stored documents the CPU, its ISA and threads
  Json host;         // as its documents give it
  std::vector<EvaluatedRun> runs;  // one for each execution
};

// A choice of --cache at one granularity, measured in a session of its own.
struct AblationRun {
  std::string system;
  EvaluatedRun run;
};

struct Evaluation {
  std::string command;
  std::vector<std::int64_t> Gs;
  std::vector<EvaluatedSystem> systems;
  std::vector<AblationRun> ablation;
};

// bench/evaluate/README.md lists the keys. The paper's numbers stand under `paper`, as far as they are known.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation, std::span<const Graph> models,
                                       const Host& host);

// Name without folder, contents: figure03.csv, ..., table2.csv, summary.csv, ablation.csv.
std::vector<std::pair<std::string, std::string>> evaluation_csv(const nlohmann::ordered_json& document);

// The summaries, for people.
std::string evaluation_text(const Evaluation& evaluation);

}  // namespace bricks
