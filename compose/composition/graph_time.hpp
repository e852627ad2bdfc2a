// How long a recipe takes when each of its steps takes a given time: in a row, with unlimited workers, with N
// workers.
//
// Edges are pairs (a, b) with a < b: step b needs step a. They are ordered by b.
#pragma once

#include "decompose/split/sequences.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace bricks {

using StepEdge = std::pair<std::uint32_t, std::uint32_t>;

double sequential_time(std::span<const double> times);

// The largest sum along a path: the time on as many workers as wanted.
double critical_path(std::span<const double> times, std::span<const StepEdge> edges);

// What running at once costs and forbids, for the steps of one recipe.
struct StepOverlap {
  // How many times as long each step takes while 2, 3, ... steps run at once, above 0; the last one holds for
  // more, none: 1.
  std::vector<std::vector<double>> slowdown = {};
  // Of each step, any numbers; and pairs of them, each both ways round, that never run at once.
  std::vector<std::uint32_t> type = {};
  std::set<std::pair<std::uint32_t, std::uint32_t>> apart = {};
};

// List schedule: a free worker takes, of the steps whose producers are done and that may run beside those
// that run, the first in the recipe. overlap: of these steps; members that are empty rule nothing. Throws
// Error for fewer than one worker.
double list_schedule(std::span<const double> times, std::span<const StepEdge> edges, int workers,
                     const StepOverlap& overlap = {});

// The cheapest choice of sequences that holds every one of `units` units at least once; times[i] is that of
// sequences[i]. Dynamic programming over the units covered from the first on. Throws Error where no choice
// covers them.
struct Cover {
  double time = 0;
  std::vector<std::uint32_t> sequences;  // chosen, in order
};
Cover shortest_cover(std::span<const Sequence> sequences, std::span<const double> times, std::size_t units);

}  // namespace bricks
