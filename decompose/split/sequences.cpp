#include "decompose/split/sequences.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <string>

namespace bricks {
namespace {

struct SoleInput {
  std::size_t different = 0;
  TensorId id = no_tensor;
};

SoleInput inputs_of(const UnitGraph& model, std::size_t unit) {
  SoleInput inputs;
  for_each_unit_input(model, unit, [&](TensorId id) {
    if (id != inputs.id || inputs.different == 0) ++inputs.different;
    inputs.id = id;
  });
  return inputs;
}

bool joins_by_edge(const UnitGraph& model, std::size_t unit) {
  const SoleInput inputs = inputs_of(model, unit);
  return inputs.different == 1 && model.producer(inputs.id) == static_cast<std::int64_t>(unit) - 1;
}

bool joins_by_listing(const UnitGraph& model, std::size_t unit) {
  const SoleInput inputs = inputs_of(model, unit);
  const Graph& graph = *model.graph;
  const Layer& before = graph.layers[unit - 1];
  return inputs.different == 1 && inputs_of(model, unit - 1).different > 0 &&
         graph.tensor(inputs.id).shape == graph.tensor(before.outputs[0]).shape;
}

std::size_t checked_granularity(std::int64_t granularity) {
  if (granularity < 1) throw Error("G is " + std::to_string(granularity) + ", expected at least 1");
  return static_cast<std::size_t>(granularity);
}

Sequence sequence(std::size_t first, std::size_t end) {
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first)};
}

// The paper's FindModelSubgraphs: the sequences of the first valid window at or behind begin, and of the
// units before it.
std::size_t find_model_subgraphs(std::span<const std::uint32_t> starts, std::size_t begin,
                                 std::size_t granularity, std::vector<Sequence>& found) {
  while (true) {
    const std::size_t end = std::min(starts.size(), begin + std::min(granularity, starts.size()));
    if (starts[end - 1] <= begin) {
      found.push_back(sequence(begin, end));
      return end;
    }
    found.push_back(sequence(begin, begin + 1));
    ++begin;
  }
}

}  // namespace

std::string_view chain_rule_name(ChainRule rule) { return rule == ChainRule::edges ? "edges" : "published"; }

ChainRule chain_rule_from_name(std::string_view name) {
  if (name == "edges") return ChainRule::edges;
  if (name == "published") return ChainRule::published;
  throw Error("chain rule '" + std::string(name) + "', expected edges or published");
}

std::vector<std::uint32_t> chain_starts(const UnitGraph& model, ChainRule rule) {
  if (rule == ChainRule::published && model.units.size() != model.graph->layers.size())
    throw Error("the published chain rule knows layers alone, expected every layer to be a unit");
  const auto joins = rule == ChainRule::edges ? joins_by_edge : joins_by_listing;
  std::vector<std::uint32_t> starts(model.units.size());
  for (std::size_t unit = 1; unit < starts.size(); ++unit)
    starts[unit] = joins(model, unit) ? starts[unit - 1] : static_cast<std::uint32_t>(unit);
  return starts;
}

std::vector<Sequence> split_model(std::span<const std::uint32_t> chain_starts, std::int64_t granularity) {
  const std::size_t longest = checked_granularity(granularity);
  std::vector<Sequence> sequences;
  for (std::size_t begin = 0; begin < chain_starts.size();)
    begin = find_model_subgraphs(chain_starts, begin, longest, sequences);
  return sequences;
}

std::vector<Sequence> overlapping_sequences(std::span<const std::uint32_t> chain_starts,
                                            std::int64_t granularity) {
  const std::size_t longest = checked_granularity(granularity);
  std::vector<Sequence> sequences;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < chain_starts.size(); ++begin) {
    end = std::max(end, begin + 1);
    while (end < chain_starts.size() && chain_starts[end] <= begin) ++end;
    sequences.push_back(sequence(begin, std::min(end, begin + std::min(longest, chain_starts.size()))));
  }
  return sequences;
}

}  // namespace bricks
