#include "bench/validate/occurrence_weights.hpp"

#include <algorithm>

namespace bricks {

const void* OccurrenceWeights::values(const Graph& brick, TensorId id) {
  const auto layer = static_cast<std::size_t>(brick.tensor(id).consumers.front());
  const std::vector<TensorId>& inputs = brick.layers[layer].inputs;
  const auto position =
      static_cast<std::size_t>(std::find(inputs.begin(), inputs.end(), id) - inputs.begin());
  const std::vector<TensorId>& there = model_.layer(wiring_.layers[layer]).inputs;
  if (position < there.size() && there[position] != no_tensor)
    return model_weights_.values(model_, there[position]);
  const TensorType& type = brick.tensor(id);
  zeros_.assign(static_cast<std::size_t>(element_count(type.shape)) * element_bytes(type.type), std::byte{0});
  return zeros_.data();
}

}  // namespace bricks
