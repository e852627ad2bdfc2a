// The input values of the protocol (README.md): the same in every language.
#pragma once

#include "engine/graph/tensor_type.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks::bench {

// Of input `index` of a model, row-major: floats in [-1, 1), integers 0.
std::vector<std::byte> seeded_values(const TensorType& type, std::uint32_t seed, std::uint32_t index);

}  // namespace bricks::bench
