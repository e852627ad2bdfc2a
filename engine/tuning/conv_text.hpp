// Convolutions as one readable line, which a tuning table knows them by.
//
//   Conv 1x64x56x56 -> 64 kernel_shape=3,3 strides=1,1 pads=1,1,1,1 dilations=1,1 group=1 blocked
//   ConvTranspose 1x64x28x28 -> 32 kernel_shape=4,4 strides=2,2 pads=1,1,1,1 dilations=1,1 group=1
//     output_padding=0,0 blocked                                                        (all on one line)
//
// Input shape, output channels, ONNX attributes, layout of the input.
#pragma once

#include "kernels/conv/conv.hpp"

#include <string>
#include <string_view>

namespace bricks {

// problem: one with dense tensors.
std::string conv_text(const kernels::ConvProblem& problem);

// The problem that has this text. Throws Error for any other text and for a convolution that cannot be.
kernels::ConvProblem parse_conv_text(std::string_view text);

}  // namespace bricks
