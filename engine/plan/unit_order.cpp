#include "engine/plan/unit_order.hpp"

#include <algorithm>

namespace bricks {

UnitOrder::UnitOrder(const Graph& graph, const std::vector<PlannedUnit>& units) {
  constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  std::vector<std::size_t> makes(graph.tensors.size(), nobody);
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    std::vector<std::size_t> producers;
    for (const TensorId id : units[unit].inputs)
      if (makes[static_cast<std::size_t>(id)] != nobody)
        producers.push_back(makes[static_cast<std::size_t>(id)]);
    std::sort(producers.begin(), producers.end());
    producers.erase(std::unique(producers.begin(), producers.end()), producers.end());
    std::vector<std::uint64_t> ancestors(units.size() / 64 + 1, 0);
    for (const std::size_t producer : producers) {
      ancestors[producer / 64] |= std::uint64_t{1} << (producer % 64);
      for (std::size_t word = 0; word < ancestors.size(); ++word)
        ancestors[word] |= ancestors_[producer][word];
    }
    producers_.push_back(std::move(producers));
    ancestors_.push_back(std::move(ancestors));
    for (const LayerId layer : units[unit].unit.layers)
      for (const TensorId id : graph.layer(layer).outputs) makes[static_cast<std::size_t>(id)] = unit;
  }
}

}  // namespace bricks
