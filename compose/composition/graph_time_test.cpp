#include "compose/composition/graph_time.hpp"

#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>
#include <functional>

#include <doctest/doctest.h>

namespace bricks {
namespace {

using Times = std::vector<double>;
using Edges = std::vector<StepEdge>;

struct RandomRecipe {
  Times times;
  Edges edges;
};

RandomRecipe random_recipe(test::Random& random, int steps) {
  RandomRecipe recipe;
  for (int to = 0; to < steps; ++to) {
    recipe.times.push_back(test::random_int(random, 1, 100));
    for (int from = 0; from < to; ++from)
      if (test::random_int(random, 0, 3) == 0)
        recipe.edges.emplace_back(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
  }
  return recipe;
}

// Every path, one by one.
double longest_path(const RandomRecipe& recipe, std::uint32_t from) {
  double longest = 0;
  for (const auto& [a, b] : recipe.edges)
    if (a == from) longest = std::max(longest, longest_path(recipe, b));
  return recipe.times[from] + longest;
}

// Every subset of the sequences.
double cheapest_subset(const std::vector<Sequence>& sequences, const Times& times, std::size_t units) {
  double cheapest = 1e300;
  for (std::size_t subset = 0; subset < (std::size_t{1} << sequences.size()); ++subset) {
    std::vector<bool> covered(units);
    double time = 0;
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      if ((subset >> i & 1) == 0) continue;
      time += times[i];
      for (std::uint32_t unit = 0; unit < sequences[i].count; ++unit)
        covered[sequences[i].first + unit] = true;
    }
    if (std::find(covered.begin(), covered.end(), false) == covered.end())
      cheapest = std::min(cheapest, time);
  }
  return cheapest;
}

}  // namespace

TEST_CASE("two branches between a fork and a join") {
  const Times times = {1, 5, 2, 3, 10};  // 0 -> {1, 2 -> 3} -> 4
  const Edges edges = {{0, 1}, {0, 2}, {2, 3}, {1, 4}, {3, 4}};
  CHECK(sequential_time(times) == 21);
  CHECK(critical_path(times, edges) == 16);
  CHECK(list_schedule(times, edges, 1) == 21);
  CHECK(list_schedule(times, edges, 2) == 16);
  CHECK(list_schedule(times, edges, 100) == 16);
  CHECK_THROWS_AS(list_schedule(times, edges, 0), Error);
}

TEST_CASE("a free worker takes the first step that is ready") {
  const Times times = {2, 3, 4, 6};  // nothing needs anything: {0, 2} and {1, 3}
  CHECK(list_schedule(times, {}, 2) == 9);
  CHECK(list_schedule(times, {}, 3) == 8);
  CHECK(critical_path(times, {}) == 6);
}

TEST_CASE("steps that run at once slow each other down, for as long as they do") {
  const Times times = {10, 4};
  StepOverlap overlap;
  overlap.slowdown = {{2}, {1.5}};
  // The second ends at 6, when the first has done 3 of 10.
  CHECK(list_schedule(times, {}, 2, overlap) == 13);
  CHECK(list_schedule(times, {}, 1, overlap) == 14);
  const Times three = {4, 4, 4};
  overlap.slowdown = {{2, 4}, {2, 4}, {2, 4}};
  CHECK(list_schedule(three, {}, 3, overlap) == 16);
  overlap.slowdown = {{2}, {2}, {2}};
  CHECK(list_schedule(three, {}, 3, overlap) == 8);
  overlap.slowdown = {{}, {2}, {}};
  CHECK(list_schedule(three, {}, 3, overlap) == 6);  // alone, it does its second half in 2
}

TEST_CASE("steps that may not run at once wait, and let others pass") {
  const Times times = {3, 2, 4, 1};
  StepOverlap overlap;
  overlap.type = {0, 0, 1, 0};
  overlap.apart = {{0, 0}};
  CHECK(list_schedule(times, {}, 4, overlap) == 6);
  CHECK(list_schedule(times, {}, 1, overlap) == 10);
  overlap.apart = {{0, 1}, {1, 0}};
  CHECK(list_schedule(times, {}, 4, overlap) == 7);
  CHECK(list_schedule(times, {}, 2, overlap) == 7);
}

TEST_CASE("nothing takes no time") {
  CHECK(critical_path({}, {}) == 0);
  CHECK(list_schedule({}, {}, 2) == 0);
  CHECK(shortest_cover({}, {}, 0).time == 0);
}

TEST_CASE(
    "random recipes: the critical path is the longest of all paths; schedules lie between it and the sum") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 300; ++trial) {
    const RandomRecipe recipe = random_recipe(random, test::random_int(random, 1, 12));
    double longest = 0;
    for (std::uint32_t step = 0; step < recipe.times.size(); ++step)
      longest = std::max(longest, longest_path(recipe, step));
    const double sum = sequential_time(recipe.times);
    CHECK(critical_path(recipe.times, recipe.edges) == longest);
    CHECK(list_schedule(recipe.times, recipe.edges, 1) == sum);
    CHECK(list_schedule(recipe.times, recipe.edges, 12) == longest);
    for (int workers = 2; workers < 5; ++workers) {
      const double time = list_schedule(recipe.times, recipe.edges, workers);
      CHECK(time >= longest);
      CHECK(time >= sum / workers);
      CHECK(time <= longest + (sum - longest) / workers);  // Graham 1969
    }
  }
}

TEST_CASE("the cheapest cover may take a unit twice and leave sequences out") {
  const std::vector<Sequence> sequences = {{0, 2}, {1, 2}, {2, 2}, {0, 1}, {3, 1}};
  const Cover cover = shortest_cover(sequences, Times{3, 1, 5, 1, 1}, 4);
  CHECK(cover.time == 3);
  CHECK(cover.sequences == std::vector<std::uint32_t>{3, 1, 4});
  const Cover twice = shortest_cover(std::vector<Sequence>{{0, 2}, {1, 2}}, Times{3, 4}, 3);
  CHECK(twice.time == 7);
  CHECK(twice.sequences == std::vector<std::uint32_t>{0, 1});
  CHECK_THROWS_AS(shortest_cover(std::vector<Sequence>{{0, 1}, {2, 1}}, Times{1, 1}, 3), Error);
  CHECK_THROWS_AS(shortest_cover(std::vector<Sequence>{{0, 4}}, Times{1}, 3), Error);
  CHECK_THROWS_AS(shortest_cover(std::vector<Sequence>{{0, 0}}, Times{1}, 3), Error);
}

TEST_CASE("random covers are as cheap as the cheapest of all subsets") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 200; ++trial) {
    const auto units = static_cast<std::uint32_t>(test::random_int(random, 1, 8));
    std::vector<Sequence> sequences;
    Times times;
    for (std::uint32_t unit = 0; unit < units; ++unit) sequences.push_back({unit, 1});
    while (sequences.size() < 12) {
      const auto first = static_cast<std::uint32_t>(test::random_int(random, 0, static_cast<int>(units) - 1));
      sequences.push_back(
          {first, static_cast<std::uint32_t>(test::random_int(random, 1, static_cast<int>(units - first)))});
    }
    for (std::size_t i = 0; i < sequences.size(); ++i) times.push_back(test::random_int(random, 1, 30));
    const Cover cover = shortest_cover(sequences, times, units);
    CHECK(cover.time == cheapest_subset(sequences, times, units));
    double sum = 0;
    for (std::uint32_t chosen : cover.sequences) sum += times[chosen];
    CHECK(sum == cover.time);
  }
}

}  // namespace bricks
