// What a user says of steps that run at once, as a small JSON document:
//
//   {"schema_version": 1,
//    "apart": [["Gemm", "Gemm"], ["Conv", "Softmax"]],
//    "contention": {"*": [1.1], "Conv": [1.05, 1.2]}}
//
//   apart        pairs of operator types of which no two steps run at once; default: any may
//   contention   for an operator type: how many times as long a step takes while 2, 3, ... steps run at once,
//                1e-3 to 1e3; the last number holds for more. Goes before what was measured.
// "*" stands for every operator type, in contention for those that have no entry of their own. A step has the
// type of its first operator: of a fusion group the one that gives it its name.
#pragma once

#include "compose/composition/graph_time.hpp"
#include "compose/results/result.hpp"
#include "decompose/suite/recipe_book.hpp"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bricks {

inline constexpr int rules_schema_version = 1;
inline constexpr std::size_t largest_rules_file = std::size_t{1} << 20;

struct OverlapRules {
  std::set<std::pair<std::string, std::string>> apart;  // as given
  std::map<std::string, std::vector<double>> contention;

  bool may_overlap(std::string_view type, std::string_view other) const;
  // Null where no rule speaks of the type.
  const std::vector<double>* slowdown(std::string_view type) const;
};

// Both throw Error that begins with the path or `where`, also for an operator type that the engine does not
// know.
OverlapRules read_rules(const std::string& path);
OverlapRules parse_rules(std::string_view text, const std::string& where);

// The type of the first operator in a brick's canonical text.
std::string_view first_operator(std::string_view text);

// For a recipe's steps and their results: the rules; where they are silent, contention as measured, busy over
// alone, on so many workers (in between on a straight line).
StepOverlap step_overlap(const RecipeBook& book, const Recipe& recipe,
                         std::span<const BrickResult* const> results, const OverlapRules& rules);

}  // namespace bricks
