// What decomposition makes of models: unique bricks, and for each model the recipe that puts it together from
// them.
//
// The two are kept apart. Bricks say nothing of the models that they come from: no names, no order, no
// neighbours. So a suite can be measured by somebody who never sees a model, and its results composed by
// somebody who has the recipes.
#pragma once

#include "decompose/extract/context.hpp"
#include "decompose/split/sequences.hpp"
#include "engine/tuning/tuning.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bricks {

// One benchmark: a brick as one planner input gives it (extract/context.hpp).
struct BrickVariant {
  PlanContext context;
  std::vector<Footprint> footprints;  // one for each model that uses it, without repetition, sorted
};

struct Brick {
  std::string text;  // canonical: its identity
  Graph graph;
  std::vector<BrickVariant> variants;  // at least one, sorted by variant_text
};

// One sequence of a model.
struct RecipeStep {
  std::uint32_t brick = 0;    // in Suite::bricks
  std::uint32_t variant = 0;  // in Brick::variants
  Sequence units;             // of the model
};

struct Recipe {
  std::string model;
  std::int64_t layers = 0, units = 0, macs = 0, parameters = 0;
  Footprint footprint;            // weight_copies is 0: it belongs to a brick
  std::vector<RecipeStep> steps;  // in the model's order
  // (a, b): step b needs a value that step a computes; a < b; by b, then a. Empty with overlapping sequences.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
};

struct SuiteOptions {
  Execution execution = Execution::fused;
  std::int64_t granularity = 1;
  bool overlap = false;  // a window at every unit
};

struct Suite {
  SuiteOptions options;
  std::vector<Brick> bricks;  // sorted by text
  std::vector<Recipe> recipes;
  // Which algorithms whoever measures the bricks has to run them by; null: those of the cost model.
  std::shared_ptr<const Tuning> tuning = nullptr;
};

std::size_t unique_bricks(const Recipe& recipe);
std::size_t benchmarks(const Suite& suite);  // variants of all bricks

}  // namespace bricks
