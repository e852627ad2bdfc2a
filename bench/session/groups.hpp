// Models that do not fit into memory together are measured in groups, one after the other. Every brick is
// measured in the first group that needs it, and once; the reference brick runs in all of them.
#pragma once

#include "bench/session/carousels.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace bricks {

struct MeasuringGroup {
  std::vector<std::size_t> models;       // indices of the book's recipes
  std::vector<BenchmarkId> ids;          // not measured in an earlier group
  std::vector<Carousel> carousels = {};  // where they are planned already, without ids then
};

// model_bytes: of each recipe's model with its bricks. Small models come first, so that those that share a
// carousel share a group. Throws Error, with the model's name, for one that does not fit by itself.
std::vector<MeasuringGroup> plan_groups(const RecipeBook& book, std::span<const std::size_t> model_bytes,
                                        std::size_t memory_bytes);

// Puts what a later group measured behind what is there.
struct SessionResult;
void append(SessionResult& all, SessionResult group);

}  // namespace bricks
