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

// Settings as the report gives them; the line of a run that its results are kept of, which takes it up (""
// where none are).
ReportSettings settings_of(const RunOptions& options);
std::string resuming_line_of(const RunOptions& options);

// Composes the models, compares bricks with them where they are validated, and puts the report out, of which
// settings and host are there.
ExitStatus finish_run(Report& report, const MeasuredRun& run, const RunOptions& options, Progress& progress);

}  // namespace bricks
