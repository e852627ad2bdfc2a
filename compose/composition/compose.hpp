// The latency of models, put together from results of their bricks.
#pragma once

#include "compose/composition/synthetic_passes.hpp"
#include "compose/rules/rules.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bricks {

struct ComposeOptions {
  PassOptions passes = {};
  int workers = 0;  // of the list schedule; 0: none is computed
  OverlapRules rules = {};
};

struct ComposedModel {
  std::string model;
  // Steps one after the other, by synthetic passes; with overlapping sequences the steps of the shortest
  // cover of the bricks' trimmed means.
  PassStatistics sequential;
  double plain_sum_ns = 0;           // the paper's: sum of the bricks' trimmed means
  std::vector<Sequence> cover = {};  // with overlapping sequences: those of that cover, in order
  // By synthetic passes too; none with overlapping sequences, which have no edges.
  std::optional<PassStatistics> parallel;  // the largest sum along a path
  std::optional<PassStatistics> workers;   // the list schedule, contention included
};

// Throws Error that names the brick where a result is missing, and for results of another execution than the
// recipe's.
ComposedModel compose(const RecipeBook& book, const Recipe& recipe, const SystemResults& results,
                      const ComposeOptions& options = {});

// Each step's result, as compose() takes it; the same errors.
std::vector<const BrickResult*> step_results(const RecipeBook& book, const Recipe& recipe,
                                             const SystemResults& results);

// Variants of the book's bricks that have no result yet: those a session still has to measure.
struct MissingVariant {
  std::uint32_t brick, variant;
};
std::vector<MissingVariant> missing_results(const RecipeBook& book, const SystemResults& results);

}  // namespace bricks
