// Which models and bricks one evaluation measures together.
//
// Bricks of models beyond the last-level cache turn in one carousel whatever their granularity: each unique
// one runs once a turn. The turn of a smaller model has to sweep the bytes of one pass, so its bricks turn on
// a carousel for each granularity; a brick that several of those hold is reported from the first.
#pragma once

#include "bench/evaluate/granularities.hpp"
#include "bench/session/carousels.hpp"
#include "bench/session/measure_session.hpp"
#include "bench/session/memory_bound.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace bricks {

// Models of one footprint, mostly a single one, as session/groups.hpp says why.
struct EvaluationGroup {
  std::vector<std::size_t> models;            // indices of the books' recipes
  std::vector<std::vector<BenchmarkId>> ids;  // theirs, of each granularity's suite
};

// Bytes of memory that models and bricks take while they are measured.
struct EvaluationBytes {
  std::vector<std::size_t> models;               // of each recipe's
  std::vector<std::vector<std::size_t>> bricks;  // of each brick and variant of Granularities::all, one copy
};

EvaluationBytes plan_bytes(const Granularities& granularities, std::span<const Graph> models,
                           const EngineOptions& engine);

// Small models first. Throws Error, with the model's name, for one that does not fit with its bricks.
std::vector<EvaluationGroup> plan_groups(const Granularities& granularities, const EvaluationBytes& bytes,
                                         MemoryBound memory, std::size_t last_level_bytes);

// Carousels over Granularities::all, which hold all of the group's bricks.
std::vector<Carousel> plan_carousels(const Granularities& granularities, const EvaluationGroup& group,
                                     std::size_t last_level_bytes);

// Drops all but the first report of a benchmark at one footprint: the others kept a turn as long as a pass.
void keep_first_reports(SessionResult& session);

}  // namespace bricks
