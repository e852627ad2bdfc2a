// The order that a graph's values alone give to its units: what holds whichever of them run at once.
#pragma once

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

class UnitOrder {
 public:
  // units: of a plan of graph, with their inputs; in running order.
  UnitOrder(const Graph& graph, const std::vector<PlannedUnit>& units);

  // True when `later` needs, directly or not, a value that `earlier` makes.
  bool before(std::size_t earlier, std::size_t later) const {
    return later < ancestors_.size() && (ancestors_[later][earlier / 64] >> (earlier % 64) & 1) != 0;
  }

  // Units whose values a unit needs directly, each once, in order.
  const std::vector<std::size_t>& producers(std::size_t unit) const { return producers_[unit]; }

 private:
  std::vector<std::vector<std::size_t>> producers_;
  std::vector<std::vector<std::uint64_t>> ancestors_;  // of each unit, a bit for every unit
};

}  // namespace bricks
