// A comparison as a table for people and as a JSON document.
#pragma once

#include "bench/compare/difference.hpp"
#include "bench/compare/figures.hpp"
#include "bench/report/report.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace bricks::bench {

struct CompareReport {
  ReportSettings settings;  // G is 0 where no bricks are compared
  Host host;
  std::vector<std::string> backends;            // that are there, in the order of Compared::theirs
  std::map<std::string, std::string> versions;  // of each of them
  std::map<std::string, std::string> missing;   // of the others: why, and how to install them
  std::optional<TuningReport> tuning;           // of our engine
  std::vector<Compared> models, bricks;
  int compared_again = 0;           // models, whose ratio was uncertain: the less uncertain one counts
  std::vector<RoundRecord> rounds;  // of all models
};

// Every model ran on our engine, and no output of another engine is further from ours than the tolerance.
bool agrees(const CompareReport& report);

// most: of the bricks in which we gain most, and of those in which we lose most.
std::string compare_text(const CompareReport& report, std::size_t most = 10);

nlohmann::ordered_json compare_json(const CompareReport& report);

}  // namespace bricks::bench
