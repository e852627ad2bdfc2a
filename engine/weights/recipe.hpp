// How the values of one synthetic weight are made.
//
// Value i is centre + spread * u(i), u uniform in [-1, 1): a hash of the seed, the tensor's name and i,
// computed in 32-bit integers and exact float operations, so it is the same on every machine and in any
// order.
#pragma once

#include "engine/graph/tensor_type.hpp"

#include <cstdint>
#include <string_view>

namespace bricks {

struct WeightRecipe {
  float centre = 0, spread = 1;
  // Where not 0: from every row of so many values their mean is taken away, so that a filter does not see
  // what is equal in all its inputs. centre is 0 then.
  std::int64_t row = 0;
  // Of integers: values are in [0, limit).
  std::int64_t limit = 1;

  double variance() const { return static_cast<double>(spread) * static_cast<double>(spread) / 3; }
};

// Uniform around centre with that variance. Numbers are rounded to 12 bits, so that the last bits of a
// machine's exp() and log(), with which they were found, do not count.
WeightRecipe uniform(double centre, double variance);

// The two words that tell a tensor's stream of numbers from all others.
struct StreamKey {
  std::uint32_t first, second;
};
StreamKey stream_key(std::uint64_t seed, std::string_view name);

// Fills element_count() elements of the type at `to`.
void fill(const WeightRecipe& recipe, StreamKey key, const TensorType& type, void* to);

}  // namespace bricks
