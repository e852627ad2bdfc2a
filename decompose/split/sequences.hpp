// Cutting a model's units into sequences: FindModelSubgraphs and SplitModel of "DLBricks: Composable
// Benchmark Generation to Reduce Deep Learning Benchmarking Effort on CPUs" (Li et al., ICPE 2020), with a
// strict G.
//
// Units stand in the order in which they run. A window of up to G units is a valid network if every unit
// after its first joins the one before it. Two rules of joining:
//   edges      the unit has exactly one data input, and the unit before it computes that (one value that is
//   taken twice
//              is one input)
//   published  what the paper's program did, which looked at the listing alone: the layer has exactly one
//   data input, of
//              the shape that the layer before it gives, and that layer is no constant. Such chains need not
//              exist in the model; they are counted, never measured.
// A value inside a sequence that is needed elsewhere does not break it.
#pragma once

#include "decompose/split/unit_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bricks {

enum class ChainRule : std::uint8_t { edges, published };

std::string_view chain_rule_name(ChainRule rule);
// Throws Error for a name other than "edges" and "published".
ChainRule chain_rule_from_name(std::string_view name);

// Units [first, first + count).
struct Sequence {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool operator==(const Sequence&) const = default;
};

// For every unit the first unit of the longest valid window that ends with it. The published rule takes
// layers for units: it throws Error for a model that is not cut layerwise.
std::vector<std::uint32_t> chain_starts(const UnitGraph& model, ChainRule rule);

// SplitModel: sequences that hold every unit exactly once, in order. The window is [begin, min(begin + G,
// n)); a valid one becomes a sequence and begin moves behind it; otherwise the window's first unit becomes a
// sequence of its own and the window moves on by one. Throws Error for a granularity below 1.
std::vector<Sequence> split_model(std::span<const std::uint32_t> chain_starts, std::int64_t granularity);

// The paper's future work: from every unit on, the longest valid window of up to G units. A unit is in up to
// G of them.
std::vector<Sequence> overlapping_sequences(std::span<const std::uint32_t> chain_starts,
                                            std::int64_t granularity);

}  // namespace bricks
