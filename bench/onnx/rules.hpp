// Conversions that are more than a change of names, by family. Each reads one node (conversion.hpp).
#pragma once

#include "bench/onnx/conversion.hpp"

namespace bricks::onnx_io {

// rules_window.cpp
void read_conv(Conversion& c);
void read_conv_transpose(Conversion& c);
void read_max_pool(Conversion& c);
void read_average_pool(Conversion& c);

// rules_elementwise.cpp
void read_clip(Conversion& c);
void read_extreme(Conversion& c);  // Max, Min of any number of tensors
void read_sum(Conversion& c);
void read_mean(Conversion& c);
void read_cast(Conversion& c);
void read_dropout(Conversion& c);
void read_batch_normalization(Conversion& c);
void read_layer_normalization(Conversion& c);
void read_softmax(Conversion& c);
void read_gelu(Conversion& c);

// rules_shape.cpp
void read_reshape(Conversion& c);
void read_axes(Conversion& c);    // Squeeze, Unsqueeze
void read_reduce(Conversion& c);  // Reduce*
void read_slice(Conversion& c);
void read_pad(Conversion& c);
void read_resize(Conversion& c);
void read_upsample(Conversion& c);
void read_split(Conversion& c);
void read_gather(Conversion& c);
void read_expand(Conversion& c);
void read_depth_to_space(Conversion& c);
void read_space_to_depth(Conversion& c);

}  // namespace bricks::onnx_io
