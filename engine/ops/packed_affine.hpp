// A BatchNormalization folded into the operator in front of it.
#pragma once

#include "engine/plan/unit_kernel.hpp"
#include "kernels/batchnorm/batchnorm.hpp"

#include <span>
#include <vector>

namespace bricks::ops {

// Weight inputs of the unit's first operator, absent ones included: the affine's weights follow them.
inline std::size_t own_weights(const PrepareRequest& request) {
  std::size_t count = 0;
  for (const InputType& input : request.inputs) count += input.weight || !input.present;
  return count;
}

// Scale, bias, mean and variance.
inline constexpr std::size_t affine_weights = 4;

// One factor and one summand for each output channel; both empty where there is no affine.
struct Affine {
  std::vector<float> scale, shift;
};
inline Affine fold_affine(const std::optional<float>& epsilon, std::span<const void* const> weights,
                          std::ptrdiff_t channels) {
  Affine affine;
  if (!epsilon) return affine;
  affine.scale.resize(static_cast<std::size_t>(channels));
  affine.shift.resize(static_cast<std::size_t>(channels));
  const auto w = [&](std::size_t i) { return static_cast<const float*>(weights[i]); };
  kernels::fold_batch_normalization(w(0), w(1), w(2), w(3), static_cast<double>(*epsilon), channels,
                                    affine.scale.data(), affine.shift.data());
  return affine;
}

inline const float* data_or_null(const std::vector<float>& values) {
  return values.empty() ? nullptr : values.data();
}

}  // namespace bricks::ops
