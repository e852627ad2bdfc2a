// Transposed convolution as stride_h x stride_w ordinary ones of stride 1, one for each position (phase) of
// an output pixel within a stride: output pixel y takes exactly the taps ky with ky dilation = y + pad (mod
// stride), so every phase is a convolution of the input with a part of the kernel, mirrored, whose output is
// a sub-pixel grid of the whole one. No multiplication is wasted and no col2im buffer is needed.
//
// Work grid: as many rows as the phase has that has most; every phase divides its own in proportion.
#pragma once

#include "kernels/conv/conv.hpp"

namespace bricks::kernels {

ConvGeometry transposed_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options);
// As conv_algorithm.
ConvAlgorithm transposed_algorithm(const ConvProblem& problem, Isa isa, const ConvOptions& options);
void transposed_pack_weights(const ConvGeometry& g, const float* weights, const float* scale, float* packed);
void transposed_run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch);

}  // namespace bricks::kernels
