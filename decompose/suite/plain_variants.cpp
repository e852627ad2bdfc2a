#include "decompose/suite/plain_variants.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace bricks {
namespace {

PlanContext plain_context(const Graph& graph) {
  PlanContext context;
  context.input_layouts.assign(graph.inputs.size(), Layout::plain);
  context.output_layouts.assign(graph.outputs.size(), Layout::plain);
  context.input_may_be_overwritten.assign(graph.inputs.size(), false);
  context.input_lies_elsewhere.assign(graph.inputs.size(), false);
  return context;
}

std::vector<Footprint> added_up(const std::vector<BrickVariant>& variants) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> copies;
  for (const BrickVariant& variant : variants)
    for (const Footprint& footprint : variant.footprints)
      copies[{footprint.weight_bytes, footprint.activation_bytes}] += footprint.weight_copies;
  std::vector<Footprint> footprints;
  for (const auto& [bytes, count] : copies) footprints.push_back({count, bytes.first, bytes.second});
  std::sort(footprints.begin(), footprints.end());
  return footprints;
}

}  // namespace

Suite with_plain_variants(Suite suite) {
  for (Brick& brick : suite.bricks)
    brick.variants = {BrickVariant{plain_context(brick.graph), added_up(brick.variants)}};
  for (Recipe& recipe : suite.recipes)
    for (RecipeStep& step : recipe.steps) step.variant = 0;
  return suite;
}

}  // namespace bricks
