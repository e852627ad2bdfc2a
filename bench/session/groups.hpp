// What is measured together, in groups one after the other; the reference brick runs in all of them.
//
// Bricks alone are measured in as few groups as memory allows, each in the first one that needs it, and once.
// Beside whole models a group holds those of one footprint, mostly a single model, with all of their bricks:
// rounds are then seconds long, so that a machine that drifts drifts for a model and its bricks alike, where
// a round of the zoo takes a minute. What is composed is told apart by footprint (SystemResults::look_up), so
// a model's bricks are those of its own group.
#pragma once

#include "bench/session/carousels.hpp"
#include "bench/session/memory_bound.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace bricks {

struct MeasuringGroup {
  std::vector<std::size_t> models;       // indices of the book's recipes
  std::vector<BenchmarkId> ids;          // not measured in an earlier group
  std::vector<Carousel> carousels = {};  // where they are planned already, whole, without ids then
};

// For bricks alone. model_bytes: of each recipe's model with its bricks. Small models come first, so that
// those that share a carousel share a group. Throws Error, with the model's name, for one that does not fit
// by itself.
std::vector<MeasuringGroup> plan_groups(const RecipeBook& book, std::span<const std::size_t> model_bytes,
                                        MemoryBound memory);

// For bricks beside whole models, small ones first. suite: of the book's models. Throws Error as above.
std::vector<MeasuringGroup> plan_groups_of_models(const Suite& suite, const RecipeBook& book,
                                                  std::span<const std::size_t> model_bytes,
                                                  MemoryBound memory, std::size_t last_level_bytes);

struct SessionResult;

// Others disturbed it, or cores were moved to or from a common cache meanwhile (gathering.hpp).
bool should_repeat(const SessionResult& result);

// Those that should; not the only one, as later is at once then.
std::vector<std::size_t> groups_to_repeat(std::span<const SessionResult> results);

// Leaves the better one of a group's two results, or an interrupted one, with the time that both took: the
// one whose cores stayed, of two like that the less disturbed one.
void keep_better(SessionResult& kept, SessionResult again);

// Leaves out the bricks' reports for which is_kept, which is called in order, says no.
void keep_reports(SessionResult& result, const std::function<bool(std::size_t index)>& is_kept);

// Puts what a later group measured behind what is there, its rounds behind those. Samples that both know from
// a store are there once.
void append(SessionResult& all, SessionResult group);

}  // namespace bricks
