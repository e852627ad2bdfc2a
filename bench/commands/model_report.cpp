#include "bench/commands/model_report.hpp"

namespace bricks {

ModelReport model_report(const Graph& graph) {
  ModelReport report;
  report.name = graph.name;
  report.layers = graph.layers.size();
  report.macs = total_macs(graph);
  report.parameters = total_parameters(graph);
  return report;
}

ModelReport model_report(const Recipe& recipe) {
  ModelReport report;
  report.name = recipe.model;
  report.layers = static_cast<std::size_t>(recipe.layers);
  report.units = static_cast<std::size_t>(recipe.units);
  report.sequences = recipe.steps.size();
  report.unique_sequences = unique_bricks(recipe);
  report.macs = recipe.macs;
  report.parameters = recipe.parameters;
  return report;
}

void report_book(Report& report, const RecipeBook& book) {
  for (const Recipe& recipe : book.recipes) {
    report.models.push_back(model_report(recipe));
    report.corpus.layers += report.models.back().layers;
    report.corpus.sequences += report.models.back().sequences;
  }
  report.corpus.unique_sequences = book.bricks.size();
  for (const RecipeBook::BrickName& brick : book.bricks) report.corpus.benchmarks += brick.variants.size();
}

}  // namespace bricks
