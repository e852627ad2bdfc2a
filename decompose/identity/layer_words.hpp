// What makes two layers the same: operator type, attributes, and type and shape of every input. Never names,
// weight values, or the presence of a bias.
#pragma once

#include "engine/graph/graph.hpp"

#include <cstdint>
#include <vector>

namespace bricks {

// The layer's inputs that belong to its identity: all up to the last one that is there, without the optional
// bias of Conv, ConvTranspose, Gemm and LayerNormalization. A bias is a weight with one value an output
// channel (for LayerNormalization: of its scale's shape); a third input of another kind is an input like the
// others.
std::size_t identity_inputs(const Graph& graph, const Layer& layer);

// Position of the optional bias among the layer's inputs, or -1 for an operator that has none.
int bias_position(const Op& op);

// Appends the layer's identity as words: equal words, equal layers. Where its inputs come from is no part of
// them.
void append_layer_words(const Graph& graph, const Layer& layer, std::vector<std::uint64_t>& words);

// Visits an operator that is only read.
void visit_attributes(const Op& op, AttributeVisitor& reader);

}  // namespace bricks
