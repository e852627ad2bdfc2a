// What is known of models before anything runs.
#pragma once

#include "bench/report/report.hpp"
#include "decompose/suite/recipe_book.hpp"
#include "engine/graph/graph.hpp"

namespace bricks {

// Name, layers, parameters and multiply-accumulates.
ModelReport model_report(const Graph& graph);
// All that decomposition tells.
ModelReport model_report(const Recipe& recipe);

// models[] and the counts of the corpus.
void report_book(Report& report, const RecipeBook& book);

}  // namespace bricks
