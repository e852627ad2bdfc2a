// The same models cut at several granularities, so that one session measures the bricks of all of them.
#pragma once

#include "bench/session/benchmarks.hpp"
#include "decompose/suite/recipe_book.hpp"
#include "decompose/suite/suite.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

struct Granularity {
  std::int64_t G = 1;
  Suite suite;      // footprints are those of this granularity; no recipes
  RecipeBook book;  // steps count the bricks of `suite`
  // Where a benchmark of `suite` stands in Granularities::all: [brick][variant].
  std::vector<std::vector<BenchmarkId>> places;

  BenchmarkId place(BenchmarkId id) const { return places[id.brick][id.variant]; }
};

struct Granularities {
  std::vector<Granularity> each;  // in the order asked for
  Suite all;                      // every brick and every variant of it once; no footprints, no recipes
};

// tuning: of all the suites. Throws Error for no granularity, for one below 1 and for one that is asked for
// twice.
Granularities cut_at(std::span<const Graph> models, Execution execution, std::span<const std::int64_t> Gs,
                     const std::shared_ptr<const Tuning>& tuning = nullptr);

}  // namespace bricks
