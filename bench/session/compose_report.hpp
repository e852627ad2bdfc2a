// Composed latencies into a report.
#pragma once

#include "bench/report/report.hpp"
#include "bench/session/measure_session.hpp"
#include "compose/composition/compose.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <cstdint>

namespace bricks {

// The session's bricks as compose() takes them. None is of another system than the others.
SystemResults results_of(const SessionResult& session, const System& system);

// Fills the composed figures of every model of the report that has a recipe in the book.
void report_composition(Report& report, const RecipeBook& book, const SystemResults& results,
                        const ComposeOptions& options);

// Fills what is measured of a whole model.
void report_measured(ModelReport& report, const MeasuredModel& measured);

// Fills bricks with their counts, measured figures, errors and speed-ups. Composition has to be there
// already.
void report_session(Report& report, const RecipeBook& book, const SessionResult& session);

}  // namespace bricks
