// The surroundings of sessions on this machine: its clock, and progress over all sessions of a command.
#pragma once

#include "bench/measure/harness.hpp"
#include "bench/report/progress.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bricks {

// Thrown where the surroundings said that a session is to end; what earlier ones measured is kept.
struct SessionInterrupted {};

// Of all that a command measures, what one session is.
struct SessionPart {
  double begin = 0, share = 1;  // of the whole, 0 to 1
};

// Of sessions one after the other, shares of the time by their multiply-adds.
std::vector<SessionPart> session_parts(std::span<const double> macs);

// The same by the work of their models. models: of each session, indices of the book's recipes.
std::vector<SessionPart> session_parts(std::span<const std::vector<std::size_t>> models,
                                       const RecipeBook& book);

// what: "measuring". progress has to outlive the surroundings.
Surroundings machine_surroundings(Progress& progress, const std::string& what,
                                  std::function<bool()> interrupted, SessionPart part = {});

}  // namespace bricks
