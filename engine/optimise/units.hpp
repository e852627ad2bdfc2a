// Cutting a graph into units: what the engine runs as one kernel call.
#pragma once

#include "engine/graph/graph.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace bricks {

enum class Execution : std::uint8_t {
  layerwise,  // every layer is a unit, as in the paper, with the constants that it alone reads
  fused,      // a unit is a fusion group, e.g. Conv+BatchNormalization+Add+Relu, or a chain of such groups
};

std::string_view execution_name(Execution execution);
// Throws Error for a name other than "layerwise" and "fused".
Execution execution_from_name(std::string_view name);

// True when the layer does no work: its output is its input's memory. A weight is never seen through a view,
// it has no place among the activations.
bool is_view(const Graph& graph, const Layer& layer, std::span<const Layout> layouts);

// Layers that run together, in graph order. first() is the operator whose kernel does the work; before it
// stand constants that it reads where they are packed (layers that are stored and that nobody else reads);
// the others are merged behind it (its epilogue) or are views of its output. Where operators run as a chain
// (Op::chains), each one with an epilogue of its own, stages holds where in layers they stand. A unit stands
// in the order at the place of its last layer that is no view: a view may be listed long after others have
// used the same memory (identity skips).
struct Unit {
  std::vector<LayerId> layers;
  std::vector<std::size_t> stages = {0};

  LayerId first() const { return layers[stages[0]]; }
};

// Every layer is in exactly one unit; units stand in the order in which they run. layouts: of every tensor,
// from tensor_layouts. Cutting a graph at unit borders and calling this on the piece, with the layouts that
// its tensors have here, gives the same units again.
std::vector<Unit> make_units(const Graph& graph, Execution execution, std::span<const Layout> layouts);

// The layout of every tensor, propagated from the graph inputs through Op::layouts; weights are plain. One
// entry a graph input, one a graph output (the layout in which it is wanted); empty: all plain.
std::vector<Layout> tensor_layouts(const Graph& graph, std::span<const Layout> input_layouts = {},
                                   std::span<const Layout> output_layouts = {});

}  // namespace bricks
