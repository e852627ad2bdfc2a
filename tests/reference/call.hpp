// What a reference function gets: one layer's operator, its inputs and its outputs, already of their shapes.
#pragma once

#include "engine/graph/op.hpp"
#include "tests/support/reference_executor.hpp"

#include <cstdint>
#include <vector>

namespace bricks::test {

struct Call {
  const Op& op;
  std::vector<const Value*> inputs;  // nullptr for an optional input left out
  std::vector<Value>& outputs;

  bool has(std::size_t i) const { return i < inputs.size() && inputs[i]; }
  const Value& in(std::size_t i) const { return *inputs[i]; }
  const std::vector<double>& x(std::size_t i = 0) const { return inputs[i]->numbers; }
  std::vector<double>& y(std::size_t i = 0) const { return outputs[i].numbers; }
};

// One a family; false where the operator is none of its own.
bool reference_convolution(const Call& call);
bool reference_matrix(const Call& call);
bool reference_normalization(const Call& call);
bool reference_pooling(const Call& call);
bool reference_elementwise(const Call& call);
bool reference_reduction(const Call& call);
bool reference_movement(const Call& call);
bool reference_resize(const Call& call);

using Index = std::vector<std::int64_t>;

// Product of dimensions [first, last) of a shape.
inline std::int64_t product(const Shape& shape, std::size_t first, std::size_t last) {
  std::int64_t result = 1;
  for (std::size_t d = first; d < last; ++d) result *= shape[d];
  return result;
}
inline std::int64_t product(const Shape& shape) { return product(shape, 0, shape.size()); }

inline std::size_t wrap_axis(std::int64_t axis, std::size_t rank) {
  return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

// Row-major place of an index, and the index of a place.
inline std::size_t place_of(const Index& index, const Shape& shape) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) place = place * shape[d] + index[d];
  return static_cast<std::size_t>(place);
}
inline Index index_of(std::size_t place, const Shape& shape) {
  Index index(shape.size());
  auto rest = static_cast<std::int64_t>(place);
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = rest % shape[d];
    rest /= shape[d];
  }
  return index;
}
// Place in a tensor of `shape` that broadcasts, of an element of the larger tensor.
inline std::size_t broadcast_place(const Index& index, const Shape& shape) {
  std::int64_t place = 0;
  const std::size_t skipped = index.size() - shape.size();
  for (std::size_t d = 0; d < shape.size(); ++d)
    place = place * shape[d] + (shape[d] == 1 ? 0 : index[d + skipped]);
  return static_cast<std::size_t>(place);
}

}  // namespace bricks::test
