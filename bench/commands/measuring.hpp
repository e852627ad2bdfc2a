// What the commands that measure have in common.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/progress.hpp"
#include "bench/report/report.hpp"
#include "bench/session/measure_session.hpp"
#include "compose/results/result.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <string>
#include <vector>

namespace bricks {

EngineOptions engine_options(Execution execution, const MeasureOptions& measure);

// Synthetic ones, or those of the file that was given.
WeightsOf weights_source(const MeasureOptions& measure);

// What the report's results belong to.
System system_of(const Report& report);

// Measures every benchmark of a suite on this machine's clock, with progress.
SessionResult measure_suite(const Suite& suite, const MeasureOptions& measure, Progress& progress);

// The same for the suite of a book's models, which are run whole beside their bricks where validate is set;
// in as many groups as memory demands. models: in the order of the book. Notes for the reader are added to
// notes.
SessionResult measure_models(const Suite& suite, const RecipeBook& book, const std::vector<Graph>& models,
                             bool validate, const MeasureOptions& measure, Progress& progress,
                             std::vector<std::string>& notes);

// On standard error where that is a terminal.
Progress terminal_progress();

}  // namespace bricks
