// A sequence as a model of its own.
#pragma once

#include "decompose/extract/wiring.hpp"

namespace bricks {

// The brick of a sequence, biases as they occur there; tensors and layers named as in brick_builder.hpp,
// inputs and outputs in the order of the wiring.
Graph extract(const UnitGraph& model, const Wiring& wiring);

// Gives every layer of the brick that lacks a bias the one that its counterpart has in this occurrence.
void merge_biases(Graph& brick, const UnitGraph& model, const Wiring& occurrence);

}  // namespace bricks
