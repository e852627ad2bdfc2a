// A convolution's weights and bias, a folded normalisation in them, as kernels/conv wants them.
#pragma once

#include "engine/plan/unit_kernel.hpp"
#include "kernels/conv/conv.hpp"

#include <cstddef>
#include <span>

namespace bricks::ops {

class PackedConv {
 public:
  PackedConv() = default;
  PackedConv(const kernels::ConvGeometry& geometry, const PrepareRequest& request);

  std::size_t bytes() const { return bytes_; }      // a multiple of 64
  std::size_t weights() const { return weights_; }  // raw ones that pack() takes
  void pack(const kernels::ConvGeometry& geometry, std::span<const void* const> weights,
            std::byte* packed) const;

  // Weights, bias and activation.
  kernels::ConvArguments arguments(const std::byte* packed) const;

 private:
  Epilogue epilogue_;
  std::size_t own_weights_ = 0, weights_ = 0, bias_offset_ = 0, bytes_ = 0;
};

}  // namespace bricks::ops
