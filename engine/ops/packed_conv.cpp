#include "engine/ops/packed_conv.hpp"

#include "engine/ops/packed_affine.hpp"
#include "engine/ops/sizes.hpp"

namespace bricks::ops {
namespace {

std::size_t aligned_bytes(std::ptrdiff_t floats) {
  return static_cast<std::size_t>(aligned_floats(floats)) * sizeof(float);
}

}  // namespace

PackedConv::PackedConv(const kernels::ConvGeometry& geometry, const PrepareRequest& request)
    : epilogue_(request.epilogue),
      own_weights_(ops::own_weights(request)),
      weights_(own_weights_ + (request.epilogue.affine_epsilon ? affine_weights : 0)),
      bias_offset_(aligned_bytes(geometry.weight_floats)),
      bytes_(bias_offset_ + aligned_bytes(geometry.bias_floats)) {}

void PackedConv::pack(const kernels::ConvGeometry& geometry, std::span<const void* const> weights,
                      std::byte* packed) const {
  const Affine affine =
      fold_affine(epilogue_.affine_epsilon, weights.subspan(own_weights_), geometry.problem.out_channels);
  const float *scale = data_or_null(affine.scale), *shift = data_or_null(affine.shift);
  const float* bias = own_weights_ > 1 ? static_cast<const float*>(weights[1]) : nullptr;
  kernels::conv_pack_weights(geometry, static_cast<const float*>(weights[0]), scale,
                             reinterpret_cast<float*>(packed));
  kernels::conv_pack_bias(geometry, bias, scale, shift, reinterpret_cast<float*>(packed + bias_offset_));
}

kernels::ConvArguments PackedConv::arguments(const std::byte* packed) const {
  kernels::ConvArguments arguments;
  arguments.weights = reinterpret_cast<const float*>(packed);
  arguments.bias = reinterpret_cast<const float*>(packed + bias_offset_);
  arguments.activation = epilogue_.activation;
  return arguments;
}

}  // namespace bricks::ops
