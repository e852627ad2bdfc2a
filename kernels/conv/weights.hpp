// Packing of weights, for convolutions and for the sub-pixel convolutions of a transposed one.
#pragma once

#include "kernels/conv/conv.hpp"

#include <cstddef>

namespace bricks::kernels {

// Weight (group, output channel and input channel within the group, ky, kx) = origin[group * group + ...].
struct WeightView {
  const float* origin;
  std::ptrdiff_t group, out, in, ky, kx;
};

// Packed: direct and Winograd [tile][block][tap][lane][V c], with plain input [tile][channel][tap][V c];
// planes [vector][j][tap][c], j counting the input channels of a group; few outputs [block][tap][output][c].
// Only true input channels have a place; output lanes without a channel are 0. The view is of the whole
// kernel, of which g.taps says what is packed.
void pack_view(const ConvGeometry& g, const WeightView& view, const float* scale, float* packed);

}  // namespace bricks::kernels
