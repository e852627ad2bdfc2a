// What the one-line form does with what it has measured.
#pragma once

#include "bench/commands/exit_status.hpp"
#include "bench/commands/options.hpp"
#include "bench/commands/tune_options.hpp"
#include "bench/report/progress.hpp"
#include "bench/report/report.hpp"
#include "bench/session/measure_session.hpp"
#include "decompose/suite/recipe_book.hpp"
#include "engine/graph/graph.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bricks {

struct RunOptions {
  ModelOptions models;
  DecomposeOptions decompose;
  MeasureOptions measure;
  TuneOptions tune;
  ValidateOptions validate;
  OutputOptions output;
  std::optional<std::string> trace;
};

// The bricks of one suite, measured; models in the order of the book.
struct MeasuredRun {
  const std::vector<Graph>& models;
  const Suite& suite;
  const RecipeBook& book;
  const SessionResult& session;
};

// Composes the models, compares bricks with them where they are validated, and puts the report out, of which
// settings and host are there. resuming_line: as for end_interrupted.
ExitStatus finish_run(Report& report, const MeasuredRun& run, const RunOptions& options, Progress& progress,
                      const std::string& resuming_line);

}  // namespace bricks
