// Layouts of operators that broadcast.
#pragma once

#include "engine/graph/op.hpp"

#include <span>

namespace bricks::ops {

// Blocked as soon as one data input is and the output has rank 4. Inputs with the output's channels are then
// wanted blocked; those with one channel for all are read as they are (scalars, [N,1,H,W], weights). A
// computed input whose channels lie in fewer than four axes cannot be read beside blocked ones: everything is
// plain then.
LayoutChoice broadcast_layouts(const Shape& output, std::span<const InputType> inputs,
                               std::span<const Layout> layouts);

}  // namespace bricks::ops
