// Models on several engines, one model after the other, and what came of it.
#pragma once

#include "bench/commands/loaded_model.hpp"
#include "bench/commands/options.hpp"
#include "bench/commands/tune_options.hpp"
#include "bench/compare/compare_report.hpp"
#include "bench/report/progress.hpp"
#include "bench/session/surroundings.hpp"
#include "bench/session/temporary_folder.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace bricks {

struct CompareOptions {
  ModelOptions models;
  std::vector<std::string> shapes;
  MeasureOptions measure;
  Execution execution = Execution::fused;
  std::int64_t G = 0;           // 0: whole models alone
  std::int64_t least_macs = 0;  // of bricks
  bool own_layouts = false;     // of bricks
  std::vector<std::string> backends;
  TuneOptions tune;
  bool floor = true;
  OutputOptions output;
};

class Comparison {
 public:
  // options: have to outlive it. Throws Error.
  Comparison(const CompareOptions& options, ReportSettings settings);

  // Of several models one that cannot be read is a failure in the report, a single one an Error. kept: called
  // whenever the report has grown. Throws SessionInterrupted where was_interrupted() says so.
  void compare(const std::vector<std::string>& names, const std::function<void()>& kept);

  const bench::CompareReport& report() const { return report_; }
  // Takes the progress away, for others to write.
  void end() { progress_.end(); }

 private:
  bench::EngineProgram own_engine();
  void find(const std::string& backend);
  // What the model needs beside what models before it needed.
  void tune(const Graph& model);
  std::string table_path() const;
  void write_table() const;
  std::string path_of(const std::string& name) const;

  LoadedModel load(const std::string& name) const;
  std::vector<SessionPart> parts_of(const std::vector<std::string>& names) const;
  // The model and, where they are wanted, its bricks that no model before it had.
  std::vector<bench::Compared> compare(const std::string& name, SessionPart part, bool with_bricks);
  // The same, and where that throws Error, the failure.
  std::vector<bench::Compared> compare_or_fail(const std::string& name, SessionPart part, bool with_bricks);
  void keep(std::vector<bench::Compared> model_and_bricks);
  void compare_uncertain_again(const std::vector<std::string>& names, const std::function<void()>& kept);
  // Those of the model that no model before it had; others are counted.
  void add_bricks(const Graph& model, std::vector<bench::ModelFile>& files,
                  std::vector<bench::Compared>& known);
  // What is known of each file, and what came of it; files: the one that does nothing, then theirs.
  std::vector<bench::Compared> run(const std::string& name, const std::vector<bench::ModelFile>& files,
                                   std::vector<bench::Compared> known, SessionPart part);

  const CompareOptions& options_;
  Progress progress_;
  TemporaryFolder folder_;
  std::vector<bench::EngineProgram> engines_;  // ours, theirs, and ours again for the floor
  bench::CompareReport report_;
  std::unordered_map<std::string, std::size_t> brick_index_;  // in the report, by text
};

}  // namespace bricks
