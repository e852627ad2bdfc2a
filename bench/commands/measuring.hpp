// What the commands that measure have in common.
#pragma once

#include "bench/commands/exit_status.hpp"
#include "bench/commands/options.hpp"
#include "bench/report/progress.hpp"
#include "bench/report/report.hpp"
#include "bench/session/groups.hpp"
#include "bench/session/measure_session.hpp"
#include "bench/session/result_store.hpp"
#include "compose/results/result.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bricks {

EngineOptions engine_options(Execution execution, const MeasureOptions& measure);
// The same with the suite's execution and tuning table.
EngineOptions engine_options(const Suite& suite, const MeasureOptions& measure);

// Synthetic ones, or those of the file that was given.
WeightsOf weights_source(const MeasureOptions& measure);

// What the report's results belong to.
System system_of(const Report& report);

// Measures every benchmark of a suite on this machine's clock, with progress. store: where known results come
// from and new ones go to, if anywhere. Ends early where was_interrupted() is true.
SessionResult measure_suite(const Suite& suite, const MeasureOptions& measure, Progress& progress,
                            ResultStore* store = nullptr);

// The same for some of them, on carousels that are planned already.
SessionResult measure_carousels(const Suite& suite, std::vector<Carousel> carousels,
                                const MeasureOptions& measure, Progress& progress, ResultStore& store);

// The same for the suite of a book's models, which are run whole beside their bricks where validate is set;
// in groups as session/groups.hpp has them. models: in the order of the book. Notes for the reader are added
// to notes.
SessionResult measure_models(const Suite& suite, const RecipeBook& book, const std::vector<Graph>& models,
                             bool validate, const MeasureOptions& measure, Progress& progress,
                             std::vector<std::string>& notes, ResultStore* store = nullptr);

// The same in groups that the caller has planned, of one suite that several books cut the models by. A
// precision holds for the models composed by every one of them.
SessionResult measure_groups(const Suite& suite, std::span<const MeasuringGroup> groups,
                             std::span<const RecipeBook* const> books, const std::vector<Graph>& models,
                             bool validate, const MeasureOptions& measure, Progress& progress,
                             std::vector<std::string>& notes, ResultStore* store);

// Where the command's results are kept and come from: options.results; null where it is not given. To be
// called when nothing can be wrong any more, as it makes the file.
std::unique_ptr<ResultStore> open_store(const MeasureOptions& measure, const Report& report);
StoreReport store_report(const ResultStore& store, const SessionResult& session);

// Says on standard error that the session was interrupted, and which line resumes it; empty: none does.
ExitStatus end_interrupted(Progress& progress, const std::string& resuming_line);

// Says on standard error which models' errors are above the bound, if there is one.
bool within_error(const Report& report, const ValidateOptions& options);

// On standard error where that is a terminal.
Progress terminal_progress();

}  // namespace bricks
