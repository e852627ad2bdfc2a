// Values of a model's weights, looked up by tensor.
#pragma once

#include "engine/graph/graph.hpp"

#include <memory>
#include <string>

namespace bricks {

class Weights {
 public:
  virtual ~Weights() = default;
  // The values of weight `id` of `graph`, row-major, element_count() elements of its type. They stay valid
  // until release() or the end of this object; until then the graph may not change. Throws Error for a weight
  // that is missing or has another shape or type.
  virtual const void* values(const Graph& graph, TensorId id) = 0;
  // Allows the memory behind all values given out so far to be freed.
  virtual void release() {}
};

// Seeded values, made when asked for: a function of the seed, the tensor's name and its graph alone. They are
// scaled so that the output of every convolution, linear and normalisation layer has a root mean square of
// order one at any depth (the method stands in synthetic_weights.cpp).
std::unique_ptr<Weights> synthetic_weights(std::uint64_t seed);

}  // namespace bricks
